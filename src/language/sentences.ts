import { LRUCache } from 'lru-cache';
import { functionWords } from './claim-words.ts';

/** A stretch of a text: `text.slice(start, end)`. */
export interface Span {
  start: number;
  end: number;
  text: string;
}

const WINDOW = 2_000;

const segmenters = new LRUCache<string, Intl.Segmenter>({
  max: 8,
  memoMethod: (language) => new Intl.Segmenter(language, { granularity: 'sentence' }),
});

/** Sentences in order, without the white space around them. Line breaks always end one. */
export function splitSentences(text: string, language = 'en'): Span[] {
  const spans: Span[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    for (const span of splitLine(line, language)) {
      spans.push({ start: span.start + offset, end: span.end + offset, text: span.text });
    }
    offset += line.length + 1;
  }
  return spans;
}

/** A sentence and the heading that it stands under; none where its text has none above it. */
export interface ProseSpan extends Span {
  heading?: string;
}

/** The sentences of Markdown that say something: no headings, and list items without their mark. */
export function splitProse(markdown: string, language = 'en'): ProseSpan[] {
  let under: { heading?: string } = {};
  return splitSentences(markdown, language).flatMap((span) => {
    const mark = /^(?:#{1,6} .*|[-*] +|\d+[.)] +)/u.exec(span.text)?.[0] ?? '';
    if (mark.startsWith('#')) under = { heading: mark.replace(/^#+ /u, '') };
    if (mark === span.text) return [];
    return [{ start: span.start + mark.length, end: span.end, text: span.text.slice(mark.length), ...under }];
  });
}

function splitLine(line: string, language: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const end of sentenceEnds(line, language)) {
    if (end < line.length && continuesAfter(line.slice(start, end), line.slice(end))) continue;
    const span = trimmed(line, start, end);
    if (span) spans.push(span);
    start = end;
  }
  return spans;
}

/** Where the segmenter would end a sentence. It looks at a window at a time: on a whole long line it takes quadratic time. */
function* sentenceEnds(line: string, language: string): Generator<number> {
  let from = 0;
  let width = WINDOW;
  while (from < line.length) {
    const segments = [...segmenters.memo(language).segment(line.slice(from, from + width))];
    const reachesEnd = from + width >= line.length;
    // The last segment of a window may go on beyond it.
    const whole = reachesEnd ? segments : segments.slice(0, -1);
    for (const { index, segment } of whole) yield from + index + segment.length;
    const last = whole.at(-1);
    if (last) from += last.index + last.segment.length;
    width = last ? WINDOW : width * 2;
  }
}

/** True when the boundary is no real one: after an abbreviation or an initial, or before a lower-case letter. */
function continuesAfter(before: string, after: string): boolean {
  const lastWord = /(\S+?)\.\s*$/u.exec(before.slice(-40))?.[1];
  if (lastWord === undefined) return false;
  const word = lastWord.replace(/^[("'[]+/u, '').toLowerCase();
  if (functionWords().abbreviation.has(word)) return true;
  // A single letter is an initial beside another name ("J. Doe"), and a name's end after a word ("hepatitis B.").
  if (/^\p{L}$/u.test(word)) return !/\p{Ll}\s+\p{L}\.\s*$/u.test(before.slice(-40));
  return /^\s*\p{Ll}/u.test(after) && !/\s$/u.test(before);
}

function trimmed(text: string, start: number, end: number): Span | null {
  const inner = text.slice(start, end).trimStart();
  const from = end - inner.length;
  const said = inner.trimEnd();
  return said === '' ? null : { start: from, end: from + said.length, text: said };
}
