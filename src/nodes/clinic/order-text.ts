import { foldForCues } from './fold-for-cues.ts';

/** Words of an order, as typed, with where they stand. */
export interface Taken {
  start: number;
  end: number;
  text: string;
}

/** An order whose words are taken one after the other: what is left in the end was not understood. */
export interface OrderText {
  /** As it was typed. */
  typed: string;
  /** Takes the first words that fit, on text without marks and in lower case. */
  take(pattern: RegExp): Taken | null;
  /** The same on text that keeps its marks: "tối" is not "tôi". */
  takeMarked(pattern: RegExp): Taken | null;
  takeSpan(start: number, end: number): Taken;
  giveBack(span: Pick<Taken, 'start' | 'end'>): void;
  /** Unmarked and in lower case, with what was taken blanked out. */
  rest(): string;
  /** The words left, those beside each other together. */
  left(): Taken[];
}

/** No word, no space: nothing is read across what was taken. */
export const BLANK = '\ue000';
const WORD = /[\p{L}\p{N}]+/gu;
const BESIDE = /^[\s'’.-]*$/u;

export function createOrderText(text: string): OrderText {
  const composed = text.normalize('NFC');
  const plain = foldForCues(text);
  // Folding keeps the length of composed text; where it does not, positions hold in the folded one alone.
  const typed = composed.length === plain.length ? composed : plain;
  const marked = typed.toLowerCase().length === plain.length ? typed.toLowerCase() : plain;
  const isTaken = Array.from(plain, () => false);
  while (isTaken.length < plain.length) isTaken.push(false);
  const blanked = (source: string) =>
    Array.from({ length: source.length }, (_, at) => (isTaken[at] ? BLANK : source[at])).join('');

  const takeSpan = (start: number, end: number): Taken => {
    isTaken.fill(true, start, end);
    return { start, end, text: typed.slice(start, end) };
  };
  const takeFrom = (source: string, pattern: RegExp): Taken | null => {
    const match = pattern.exec(blanked(source));
    return match === null ? null : takeSpan(match.index, match.index + match[0].length);
  };

  return {
    typed,
    take: (pattern) => takeFrom(plain, pattern),
    takeMarked: (pattern) => takeFrom(marked, pattern),
    takeSpan,
    giveBack: ({ start, end }) => void isTaken.fill(false, start, end),
    rest: () => blanked(plain),
    left() {
      const runs: Taken[] = [];
      for (const { 0: word, index: start } of blanked(typed).matchAll(WORD)) {
        const end = start + word.length;
        const before = runs.at(-1);
        if (before !== undefined && BESIDE.test(typed.slice(before.end, start)) && !isTaken[start - 1]) {
          before.end = end;
          before.text = typed.slice(before.start, end);
        } else runs.push({ start, end, text: word });
      }
      return runs;
    },
  };
}

/** Words that stand beside each other are kept as they stand. */
export function together(parts: readonly Taken[], typed: string): string {
  const sorted = parts.toSorted((a, b) => a.start - b.start);
  return sorted.reduce((text, part, at) => {
    const before = sorted[at - 1];
    if (before === undefined) return part.text.trim();
    const between = typed.slice(before.end, part.start);
    return `${text}${/^[\s,]*(?:(?:and|và|x|of)\s)?$/iu.test(between) ? between : ', '}${part.text.trim()}`;
  }, '');
}
