import { readStance } from './read-stance.ts';
import type { Said } from './subject-of.ts';

/** Things of which one rules out the other: who must do the one may not do the other. */
const ALTERNATIVES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /(?<!\p{L})(?:uniforms?|đồng phục)(?!\p{L})/iu,
    /(?<!\p{L})(?:casual (?:dress|clothes|wear)|(?:their|your) own clothes|plain clothes|(?:trang phục|quần áo|đồ) (?:tự do|thường|riêng)|thường phục)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:hospital (?=computers?|laptops?|phones?|devices?)|hospital-issued|issued by (?:the hospital|it)|(?:do|của) bệnh viện(?: cấp)?)(?!\p{L})/iu,
    /(?<!\p{L})(?:personal(?:ly owned)?|private|(?:their|your) own|cá nhân|riêng|của mình)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:in cash|tiền mặt)(?!\p{L})/iu,
    /(?<!\p{L})(?:by (?:bank )?(?:card|transfer)|chuyển khoản|bằng thẻ)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:on paper|paper forms?|bản giấy|giấy|bằng giấy)(?!\p{L})/iu,
    /(?<!\p{L})(?:online|electronically|on the (?:staff )?portal|trực tuyến|trên cổng(?: nhân sự)?|bản điện tử)(?!\p{L})/iu,
  ],
  [
    /(?<!\p{L})(?:in person|trực tiếp)(?!\p{L})/iu,
    /(?<!\p{L})(?:online|by (?:phone|email)|remotely|trực tuyến|qua (?:điện thoại|thư)|từ xa)(?!\p{L})/iu,
  ],
];
const DEMANDED = new Set(['must']);
const DONE = new Set(['must', 'may', 'says']);

/** Both statements without the things that rule each other out, where one demands and neither denies; else null. */
export function withoutAlternatives(a: Said, b: Said): [Said, Said] | null {
  const [stanceA, stanceB] = [readStance(a.text), readStance(b.text)];
  if (!DEMANDED.has(stanceA) && !DEMANDED.has(stanceB)) return null;
  if (!DONE.has(stanceA) || !DONE.has(stanceB)) return null;
  for (const [left, right] of ALTERNATIVES) {
    const only = (one: RegExp, other: RegExp, text: string) => one.test(text) && !other.test(text);
    if (only(left, right, a.text) && only(right, left, b.text)) return [cut(a, left), cut(b, right)];
    if (only(right, left, a.text) && only(left, right, b.text)) return [cut(a, right), cut(b, left)];
  }
  return null;
}

function cut({ text, language }: Said, pattern: RegExp): Said {
  return { text: text.replace(pattern, ' '), language };
}
