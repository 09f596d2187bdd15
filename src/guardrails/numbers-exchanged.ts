import type { Word } from './split-words.ts';

const REACH = 3;
/** How much more another number's place must be alike before two are taken for exchanged: words are moved too. */
const MARGIN = 2;

interface PlacedNumber {
  value: string;
  after: readonly string[];
  before: readonly string[];
}

/** Whether a claim has given two numbers of its quote to one another's groups: "16% on placebo and 21% on the drug". */
export function numbersExchanged(claim: readonly Word[], quote: readonly Word[]): boolean {
  const claimed = placedNumbers(claim);
  const quoted = placedNumbers(quote);
  const misplaced = claimed.filter((number) => {
    const like = (isSame: boolean) =>
      Math.max(
        -1,
        ...quoted
          .filter(({ value }) => (value === number.value) === isSame)
          .map((other) => likeness(number, other)),
      );
    const alike = like(true);
    return alike >= 0 && like(false) >= alike + MARGIN;
  });
  // It takes two to exchange; one alone may only have been moved.
  return new Set(misplaced.map(({ value }) => value)).size >= 2;
}

function placedNumbers(words: readonly Word[]): PlacedNumber[] {
  return words.flatMap(({ text }, i) => {
    if (!isNumber(text)) return [];
    const rest = words.slice(i + 1, i + 1 + 2 * REACH);
    const next = rest.findIndex((word) => isNumber(word.text));
    const after = (next === -1 ? rest : rest.slice(0, next))
      .filter(({ isContent }) => isContent)
      .slice(0, REACH);
    const before = words
      .slice(Math.max(0, i - REACH), i)
      .filter((word) => word.isContent && !isNumber(word.text));
    return [{ value: text.replace(',', '.'), after: after.map(stemOf), before: before.map(stemOf) }];
  });
}

/** What follows a number says best whose it is. */
function likeness(one: PlacedNumber, other: PlacedNumber): number {
  const shared = (a: readonly string[], b: readonly string[]) => a.filter((stem) => b.includes(stem)).length;
  return 2 * shared(one.after, other.after) + shared(one.before, other.before);
}

function isNumber(text: string): boolean {
  return /^\d/u.test(text);
}

function stemOf({ stem }: Word): string {
  return stem;
}
