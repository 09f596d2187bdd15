import { GalenError } from '../../domain/errors.ts';
import {
  encodingOf,
  type FileToRead,
  type FormatReader,
  type ParsedFile,
  tooLarge,
  unreadable,
} from './parsed-document.ts';

/** Each reader is loaded when its first file comes: none needs the libraries of the others. */
const READERS = {
  markdown: async () => (await import('./formats/read-markdown.ts')).readMarkdownFile,
  text: async () => (await import('./formats/read-markdown.ts')).readPlainText,
  html: async () => (await import('./formats/read-html.ts')).readHtml,
  pdf: async () => (await import('./formats/read-pdf.ts')).readPdf,
  docx: async () => (await import('./formats/read-docx.ts')).readDocx,
  jsonl: async () => (await import('./formats/read-jsonl.ts')).readJsonl,
  'pubmed-xml': async () => (await import('./formats/read-medline.ts')).readPubmedXml,
  nbib: async () => (await import('./formats/read-medline.ts')).readNbib,
  'question-answer-csv': async () =>
    (await import('./formats/read-question-answer-csv.ts')).readQuestionAnswerCsv,
} satisfies Record<string, () => Promise<FormatReader>>;
export type FileFormat = keyof typeof READERS;
// Object.keys forgets what the keys are.
export const FILE_FORMATS = Object.keys(READERS) as [FileFormat, ...FileFormat[]];

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

/** What a file of each extension may hold; the first is taken where the content does not tell. */
const FORMATS_BY_EXTENSION: Readonly<Record<string, readonly [FileFormat, ...FileFormat[]]>> = {
  md: ['markdown'],
  markdown: ['markdown'],
  // PubMed saves its tagged format under .txt as well.
  txt: ['text', 'nbib'],
  html: ['html'],
  htm: ['html'],
  xhtml: ['html'],
  pdf: ['pdf'],
  docx: ['docx'],
  jsonl: ['jsonl'],
  ndjson: ['jsonl'],
  xml: ['pubmed-xml'],
  nbib: ['nbib'],
  csv: ['question-answer-csv'],
};

/** First bytes (hex) of formats Galen does not read, so that the error can name them. */
const FOREIGN_MAGIC: readonly (readonly [string, string])[] = [
  ['d0cf11e0', 'an old Office file'],
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['1f8b', 'a gzip archive'],
  ['7f454c46', 'a program'],
  ['4d5a90', 'a program'],
  ['7b5c727466', 'rich text (RTF)'],
];

const HEAD_BYTES = 4_096;

/** The format of a file, by its first bytes and its extension together; the two must agree. */
export function detectFormat(name: string, bytes: Uint8Array): FileFormat {
  const unknown = (problem: string) => new GalenError('DOCUMENT_FORMAT_UNKNOWN', { file: name, problem });
  const extension = /\.([^./\\]+)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  const allowed = Object.hasOwn(FORMATS_BY_EXTENSION, extension)
    ? FORMATS_BY_EXTENSION[extension]
    : undefined;
  const named = extension === '' ? 'it has no extension' : `it is named .${extension}`;

  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const foreign = FOREIGN_MAGIC.find(([magic]) => head.startsWith(magic));
  if (foreign) throw unknown(`it holds ${foreign[1]}`);
  const found = formatOfContent(bytes);
  if (allowed === undefined) {
    throw unknown(found === null ? named : `${named}, but seems to hold ${found}`);
  }
  if (found === null && (allowed[0] === 'pdf' || allowed[0] === 'docx')) {
    throw unknown(`${named}, but does not hold ${allowed[0]}`);
  }
  if (found !== null && !allowed.includes(found)) throw unknown(`${named}, but holds ${found}`);
  return found ?? allowed[0];
}

/** The format that the content gives away; null for text that could be several. */
function formatOfContent(bytes: Uint8Array): FileFormat | null {
  const head = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, HEAD_BYTES)).trimStart();
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('PK\u0003\u0004')) return 'docx';
  const markup = head.replace(/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s+)+/u, '');
  if (/^(?:<!doctype\s+html|<html[\s>])/iu.test(markup)) return 'html';
  if (/^(?:<!DOCTYPE\s+Pubmed|<Pubmed(?:Book)?Article(?:Set)?[\s>])/u.test(markup)) return 'pubmed-xml';
  return /^PMID ?- *\d/u.test(head) ? 'nbib' : null;
}
