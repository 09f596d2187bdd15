import type { Word } from './split-words.ts';
import { SIDES } from './tables/opposites.ts';

/** A word such as "reduced": which way it points, and the words around it that say what of. */
export interface Direction {
  scale: number;
  isUpper: boolean;
  around: ReadonlySet<string>;
}

const REACH = 3;
const WINDOW = 12;

export function readDirections(words: readonly Word[]): Direction[] {
  return words.flatMap(({ text }, i) => {
    const side = SIDES.get(text);
    if (side === undefined) return [];
    const before = words
      .slice(Math.max(0, i - WINDOW), i)
      .filter(isTelling)
      .slice(-REACH);
    const after = words
      .slice(i + 1, i + 1 + WINDOW)
      .filter(isTelling)
      .slice(0, REACH);
    return [{ ...side, around: new Set([...before, ...after].map(({ stem }) => stem)) }];
  });
}

/** Whether a quote points the other way than a claim does, about the same thing. */
export function pointsTheOtherWay(quote: readonly Direction[], claim: readonly Direction[]): boolean {
  return claim.some((said) => {
    const sameScale = quote.filter(({ scale }) => scale === said.scale);
    const nearest = (list: readonly Direction[]) =>
      Math.max(-1, ...list.map(({ around }) => sharedBy(around, said.around)));
    const alike = nearest(sameScale.filter(({ isUpper }) => isUpper === said.isUpper));
    const opposite = nearest(sameScale.filter(({ isUpper }) => isUpper !== said.isUpper));
    return opposite > 0 && opposite > alike;
  });
}

function isTelling({ isContent, text }: Word): boolean {
  return isContent && !SIDES.has(text);
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
