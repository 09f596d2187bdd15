import { isSameQuantity, type Quantity } from '../quantities/read-quantities.ts';
import { readStance } from './read-stance.ts';
import { numbersIn, type Said } from './subject-of.ts';

const BEFORE_AFTER: readonly [RegExp, RegExp] = [
  /(?<!\p{L})(?:before|trước khi)(?!\p{L})[^,;]{0,80}/iu,
  /(?<!\p{L})(?:after|sau khi)(?!\p{L})[^,;]{0,80}/iu,
];
/** Words that deny each other without a "not". What follows "before" and "after" is part of them. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/(?<!\p{L})(?:open|opens|mở cửa)(?!\p{L})/iu, /(?<!\p{L})(?:closed|closes|đóng cửa)(?!\p{L})/iu],
  [
    /(?<!\p{L})(?:includes?|including|bao gồm)(?!\p{L})/iu,
    /(?<!\p{L})(?:excludes?|excluding|không bao gồm)(?!\p{L})/iu,
  ],
  BEFORE_AFTER,
  [/(?<!\p{L})(?:with|có)(?!\p{L})/iu, /(?<!\p{L})(?:without|không có)(?!\p{L})/iu],
  [/(?<!\p{L})(?:enabled|switched on|bật)(?!\p{L})/iu, /(?<!\p{L})(?:disabled|switched off|tắt)(?!\p{L})/iu],
  [
    /(?<!\p{L})(?:accepted|accepts?|chấp nhận)(?!\p{L})/iu,
    /(?<!\p{L})(?:refused|refuses?|rejected|từ chối)(?!\p{L})/iu,
  ],
];

/**
 * Both statements without the words that deny each other; null where there are none, or where they tell different
 * numbers: that a place opens at one time and closes at another is no contradiction.
 */
export function withoutOpposites(a: Said, b: Said): [Said, Said] | null {
  const [numbersA, numbersB] = [numbersIn(a), numbersIn(b)];
  const holds = (all: readonly Quantity[], some: readonly Quantity[]) =>
    some.every((one) => all.some((other) => isSameQuantity(one, other)));
  const [aHoldsB, bHoldsA] = [holds(numbersA, numbersB), holds(numbersB, numbersA)];
  if (!aHoldsB && !bHoldsA) return null;
  // What must be done before and what must be done after may both be done.
  const isTwice = readStance(a.text) === 'must' && readStance(b.text) === 'must';
  for (const [left, right] of isTwice ? OPPOSITES.filter((pair) => pair !== BEFORE_AFTER) : OPPOSITES) {
    const isRight = (text: string) => right.test(text);
    const isLeft = (text: string) => !isRight(text) && left.test(text);
    // What is denied altogether is denied at every hour too; what closes at some hour is not.
    if (aHoldsB && isLeft(a.text) && isRight(b.text)) return [cut(a, left), cut(b, right)];
    if (bHoldsA && isRight(a.text) && isLeft(b.text)) return [cut(a, right), cut(b, left)];
  }
  return null;
}

function cut({ text, language }: Said, pattern: RegExp): Said {
  return { text: text.replace(pattern, ' '), language };
}
