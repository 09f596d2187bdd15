import { getResolvedPDFJS } from 'unpdf';
import { type FileToRead, type FormatReader, tooLarge, unreadable } from './format-reader.ts';
import { oneLine, parsedText, titleFromName } from './parsed-text.ts';
import { bodySizeOf, type PdfLine, pageText } from './pdf-layout.ts';

/** A PDF with a text layer is one document that knows its pages. */
export const readPdf: FormatReader = async (file) => {
  const { lines, title } = await openPdf(file);
  const bodySize = bodySizeOf(lines.flat());
  let text = '';
  const pages = lines.map((page, i) => {
    const own = pageText(page, bodySize);
    text += own === '' ? '' : separatorBetween(text, own);
    const start = text.length;
    text += own;
    return { number: i + 1, start, end: text.length };
  });
  if (text === '') throw unreadable(file, 'it holds no text; a scan needs text recognition first');
  const heading = /^## (.+)$/mu.exec(text)?.[1];
  return {
    documents: [parsedText({ title: title || heading || titleFromName(file.name), text, pages })],
    skipped: [],
  };
};

async function openPdf(file: FileToRead): Promise<{ lines: PdfLine[][]; title: string }> {
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS();
  const loading = getDocument({
    // The library takes the bytes over.
    data: Uint8Array.from(file.bytes),
    // Nothing of a file is ever run, fetched, drawn or looked for on this machine.
    isEvalSupported: false,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const pdf = await loading.promise;
    if (pdf.numPages > file.limits.pages) throw tooLarge(file, `more than ${file.limits.pages} pages`);
    const lines: PdfLine[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      lines.push(linesOf((await page.getTextContent()).items));
      page.cleanup();
    }
    return { lines, title: titleIn((await pdf.getMetadata()).info) };
  } catch (error) {
    // Not among the library's typed exports.
    if (error instanceof Error && error.name === 'PasswordException')
      throw unreadable(file, 'it is locked with a password');
    throw error;
  } finally {
    await loading.destroy();
  }
}

/** A piece of text on a page, or a mark of structure; the library's own types do not resolve. */
type TextItem = { str: string; height: number; transform: unknown[]; hasEOL: boolean } | { type: string };

function linesOf(items: readonly TextItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine = { text: '', y: 0, size: 0 };
  const finish = () => {
    const text = oneLine(line.text);
    if (text !== '') lines.push({ ...line, text });
    line = { text: '', y: 0, size: 0 };
  };
  for (const item of items) {
    // Marks of structure carry no text.
    if (!('str' in item)) continue;
    if (line.size === 0 && item.str.trim() !== '') {
      line.size = item.height;
      line.y = Number(item.transform[5]);
    }
    line.text += item.str;
    if (item.hasEOL) finish();
  }
  finish();
  return lines;
}

function titleIn(info: object): string {
  return 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title) : '';
}

/** A sentence may go on overleaf; its two halves stay one. */
function separatorBetween(before: string, after: string): string {
  if (before === '') return '';
  return /[\p{L}\p{N},;-]$/u.test(before) && /^\p{Ll}/u.test(after) ? ' ' : '\n\n';
}
