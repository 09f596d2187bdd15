import { isSameQuantity } from '../quantities/quantity.ts';
import { readQuantities } from '../quantities/read-quantities.ts';
import type { Said } from './subject-of.ts';

/** Words that deny each other without a "not". What follows "before" and "after" is part of them. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [/(?<!\p{L})(?:open|opens|mở cửa)(?!\p{L})/iu, /(?<!\p{L})(?:closed|closes|đóng cửa)(?!\p{L})/iu],
  [
    /(?<!\p{L})(?:includes?|including|bao gồm)(?!\p{L})/iu,
    /(?<!\p{L})(?:excludes?|excluding|không bao gồm)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:before|trước khi)(?!\p{L})[^,;]{0,80}/iu,
    /(?<!\p{L})(?:after|sau khi)(?!\p{L})[^,;]{0,80}/iu,
  ],
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
  const [numbersA, numbersB] = [readQuantities(a.text, a.language), readQuantities(b.text, b.language)];
  const agree =
    numbersA.length === numbersB.length &&
    numbersA.every((one) => numbersB.some((other) => isSameQuantity(one, other)));
  if (!agree) return null;
  for (const [left, right] of OPPOSITES) {
    const isRight = (text: string) => right.test(text);
    const isLeft = (text: string) => !isRight(text) && left.test(text);
    if (isLeft(a.text) && isRight(b.text)) return [cut(a, left), cut(b, right)];
    if (isRight(a.text) && isLeft(b.text)) return [cut(a, right), cut(b, left)];
  }
  return null;
}

function cut({ text, language }: Said, pattern: RegExp): Said {
  return { text: text.replace(pattern, ' '), language };
}
