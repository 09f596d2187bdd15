import type { PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

/** Ages are told up to 89: older people are few enough to be known by theirs. */
const OLD = String.raw`(?:9\d|1[01]\d|12[0-5])`;
const AGES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,/-])(${OLD})(?=[ -]?(?:years?|yrs?)(?:[ -]old| of age)|[ -]?(?:y\/?o|yo)\b| ?tuoi(?! tro len))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=\b(?:aged|age|age:|age is|age of|tuoi:) )(${OLD})(?![\d%]|[.,]\d| ?(?:d|days?|weeks?|months?|min|h|to|-|–|percent|and (?:over|older|above)|or (?:over|older|more|above)|years? (?:and|or) (?:over|older|above|more)))`,
    'gu',
  ),
  new RegExp(
    String.raw`(?<=\b(?:is|am|turned|turns|i'm|he's|she's) )(${OLD})(?= years? ?[,.;]| and (?:has|takes|lives|is)\b)`,
    'gu',
  ),
];
/** "Over 90 years": a limit, not a person. */
const LIMIT =
  /(?:over|under|above|below|than|least|from|between|to|and|after|by|until|before|tren|duoi|tu|den|[<>≥≤–-])\s?(?:the )?(?:age (?:of )?)?$/u;

/** Ages of 90 and more. */
export function findAges({ folded }: ReadText): PiiSpan[] {
  return AGES.flatMap((age) =>
    [...folded.matchAll(age)]
      .filter(({ index }) => !LIMIT.test(folded.slice(Math.max(0, index - 24), index)))
      .map(({ 0: found, index }) => ({ kind: 'AGE' as const, start: index, end: index + found.length })),
  );
}
