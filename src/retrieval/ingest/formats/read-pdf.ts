import { getResolvedPDFJS } from 'unpdf';
import {
  type FileToRead,
  type FormatReader,
  oneLine,
  parsedText,
  titleFromName,
  tooLarge,
  unreadable,
} from '../parsed-document.ts';

/** A PDF with a text layer is one document that knows its pages. */
export const readPdf: FormatReader = async (file) => {
  const { lines, title } = await openPdf(file);
  const bodySize = bodySizeOf(lines.flat());
  let text = '';
  const pages = lines.map((page, i) => {
    const own = pageText(page, bodySize);
    text += own === '' ? '' : separatorOfPages(text, own);
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
function separatorOfPages(before: string, after: string): string {
  if (before === '') return '';
  return /[\p{L}\p{N},;-]$/u.test(before) && /^\p{Ll}/u.test(after) ? ' ' : '\n\n';
}

/** A line as it stands on a page. */
interface PdfLine {
  text: string;
  /** Height of its baseline above the foot of the page. */
  y: number;
  size: number;
}

/** Bigger than the body by this much is a heading. */
const HEADING_SIZE = 1.15;
const LONGEST_HEADING = 150;
/** Baselines further apart than this, in sizes of the line, are two paragraphs. */
const PARAGRAPH_GAP = 1.7;

/** A page's lines as Markdown blocks: lines flow into paragraphs again, since a line's end is no sentence's end. */
function pageText(lines: readonly PdfLine[], bodySize: number): string {
  let text = '';
  for (const [i, line] of lines.entries()) {
    const previous = lines[i - 1];
    const own =
      isHeading(line, bodySize) && !continuesHeading(previous, line, bodySize)
        ? `## ${line.text}`
        : line.text;
    text += (previous === undefined ? '' : separatorOfLines(previous, line, bodySize)) + own;
  }
  return text;
}

/** The size that most letters have. */
function bodySizeOf(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0] ?? 0;
}

function separatorOfLines(previous: PdfLine, line: PdfLine, bodySize: number): string {
  if (continuesHeading(previous, line, bodySize)) return ' ';
  if (isHeading(previous, bodySize) || isHeading(line, bodySize)) return '\n\n';
  if (/^(?:[-–•*▪◦]|\d{1,2}[.)]) /u.test(line.text)) return '\n';
  const isNewColumn = line.y > previous.y;
  const endsSentence = /[.:!?]["”)\]]*$/u.test(previous.text);
  if (isNewColumn ? endsSentence : previous.y - line.y > PARAGRAPH_GAP * line.size) return '\n\n';
  // Whether the hyphen belongs to the word is not known here, so it stays.
  return /\p{L}-$/u.test(previous.text) && /^\p{Ll}/u.test(line.text) ? '' : ' ';
}

function isHeading({ size, text }: PdfLine, bodySize: number): boolean {
  return (
    bodySize > 0 && size >= bodySize * HEADING_SIZE && text.length <= LONGEST_HEADING && /\p{L}/u.test(text)
  );
}

function continuesHeading(previous: PdfLine | undefined, line: PdfLine, bodySize: number): boolean {
  return (
    previous !== undefined &&
    isHeading(previous, bodySize) &&
    isHeading(line, bodySize) &&
    Math.abs(previous.size - line.size) < 0.5 &&
    previous.y > line.y &&
    previous.y - line.y <= PARAGRAPH_GAP * line.size
  );
}
