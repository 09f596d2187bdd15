import type { FileFormat } from './detect-format.ts';
import { type FileToRead, type FormatReader, tooLarge, unreadable } from './formats/format-reader.ts';
import type { ParsedFile } from './parsed-document.ts';

/** Each reader is loaded when its first file comes: none needs the libraries of the others. */
const READERS: Readonly<Record<FileFormat, () => Promise<FormatReader>>> = {
  markdown: async () => (await import('./formats/read-markdown-file.ts')).readMarkdownFile,
  text: async () => (await import('./formats/read-plain-text.ts')).readPlainText,
  html: async () => (await import('./formats/read-html.ts')).readHtml,
  pdf: async () => (await import('./formats/read-pdf.ts')).readPdf,
  docx: async () => (await import('./formats/read-docx.ts')).readDocx,
  jsonl: async () => (await import('./formats/read-jsonl.ts')).readJsonl,
  'pubmed-xml': async () => (await import('./formats/read-pubmed-xml.ts')).readPubmedXml,
  nbib: async () => (await import('./formats/read-nbib.ts')).readNbib,
  'question-answer-csv': async () =>
    (await import('./formats/read-question-answer-csv.ts')).readQuestionAnswerCsv,
};

/** Reads a file of a known format in this thread; what holds for every format is checked here. */
export async function readFormat(format: FileFormat, file: FileToRead): Promise<ParsedFile> {
  const read = await READERS[format]();
  const parsed = await read(file);
  const documents = parsed.documents.filter(({ text }) => text !== '');
  if (documents.length === 0) {
    const [first] = parsed.skipped;
    throw unreadable(
      file,
      first ? `nothing in it can be taken; ${first.place}: ${first.reason}` : 'it holds no text',
    );
  }
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (characters > file.limits.characters) {
    throw tooLarge(file, `more than ${file.limits.characters} characters of text`);
  }
  return { documents, skipped: parsed.skipped };
}
