import type { ClaimWord } from '../../language/claim-words.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';

/** A word such as "reduced": which way it points, and the words before and after it that say what of. */
export interface Direction {
  scale: string;
  isUpper: boolean;
  before: readonly string[];
  after: readonly string[];
}

/** Each word on a scale, with its side: one for its opposite turns a finding round. */
const sides = once(
  () =>
    new Map(
      readLexicon('gates/opposites', ['scale', 'side', 'word']).map(({ scale, side, word }) => [
        word,
        { scale, isUpper: side === 'upper' },
      ]),
    ),
);

const REACH = 3;
/** How many words are looked through for them: a long text must not be read again from each of its directions. */
const WINDOW = 12;
/** What follows says best what is reduced; a word that has changed places, as in a passive, says it least. */
const AFTER_WEIGHT = 2;
const MOVED_WEIGHT = 0.4;

export function readDirections(words: readonly ClaimWord[]): Direction[] {
  return words.flatMap(({ text }, i) => {
    const side = sides().get(text);
    // "Less often" is less: the word of degree decides.
    if (side === undefined || sides().get(words[i - 1]?.text ?? '')?.scale === side.scale) return [];
    const before = words
      .slice(Math.max(0, i - WINDOW), i)
      .filter(isTelling)
      .slice(-REACH);
    const rest = words.slice(i + 1, i + 1 + WINDOW);
    const next = rest.findIndex((word) => sides().get(word.text)?.scale === side.scale);
    const after = (next > 0 ? rest.slice(0, next) : rest).filter(isTelling).slice(0, REACH);
    return [{ ...side, before: stemsOf(before), after: stemsOf(after) }];
  });
}

/** Whether a quote points the other way than a claim does, about the same thing. */
export function pointsTheOtherWay(quote: readonly Direction[], claim: readonly Direction[]): boolean {
  return claim.some((said) => {
    const sameScale = quote.filter(({ scale }) => scale === said.scale);
    const nearest = (list: readonly Direction[]) =>
      Math.max(-1, ...list.map((other) => likeness(said, other)));
    const alike = nearest(sameScale.filter(({ isUpper }) => isUpper === said.isUpper));
    const opposite = nearest(sameScale.filter(({ isUpper }) => isUpper !== said.isUpper));
    return opposite > 0 && opposite > alike;
  });
}

function likeness(one: Direction, other: Direction): number {
  return (
    AFTER_WEIGHT * sharedBy(one.after, other.after) +
    sharedBy(one.before, other.before) +
    MOVED_WEIGHT * (sharedBy(one.before, other.after) + sharedBy(one.after, other.before))
  );
}

function isTelling({ isContent, text }: ClaimWord): boolean {
  return isContent && !sides().has(text);
}

/** Each once: a unit said twice says no more. */
function stemsOf(words: readonly ClaimWord[]): string[] {
  return [...new Set(words.map(({ stem }) => stem))];
}

function sharedBy(one: readonly string[], other: readonly string[]): number {
  return one.filter((word) => other.includes(word)).length;
}
