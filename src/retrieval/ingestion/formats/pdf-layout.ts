/** A line as it stands on a page. */
export interface PdfLine {
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
export function pageText(lines: readonly PdfLine[], bodySize: number): string {
  let text = '';
  for (const [i, line] of lines.entries()) {
    const previous = lines[i - 1];
    const own =
      isHeading(line, bodySize) && !continuesHeading(previous, line, bodySize)
        ? `## ${line.text}`
        : line.text;
    text += (previous === undefined ? '' : separatorBetween(previous, line, bodySize)) + own;
  }
  return text;
}

/** The size that most letters have. */
export function bodySizeOf(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0] ?? 0;
}

function separatorBetween(previous: PdfLine, line: PdfLine, bodySize: number): string {
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
