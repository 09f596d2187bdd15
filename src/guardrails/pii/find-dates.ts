import type { PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)';
const TIME = String.raw`(?:[ t]\d{1,2}:\d{2}(?::\d{2})?)?`;
const DATES = new RegExp(
  [
    String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}${TIME}`,
    String.raw`\d{1,2}(?<mark>[-/.])\d{1,2}\k<mark>(?:\d{4}|\d{2})${TIME}`,
    String.raw`\d{1,2} thang \d{1,2}(?:,? nam \d{4})?`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -]${MONTH}\.?(?:,?[ -]\d{4})?`,
    String.raw`${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?`,
    String.raw`\d{1,2}/\d{1,2}`,
  ]
    .map((form) => `(?:${form})`)
    .join('|')
    .replace(/^/u, String.raw`(?<![\p{L}\p{N}./-])(?:`)
    .concat(String.raw`)(?![\p{L}\p{N}]|[/-]\d)`),
  'gu',
);

/** Days of a person's life and stay, shortly before the date. */
const PERSONAL =
  /(?:\bdob|\bd\.o\.b|birth|\bborn|birthday|\bbday|admitted|admission|discharged?|hospitali[sz]ed|\bdied|\bdeath|deceased|passed away|date of (?:visit|service|surgery)|operated|sinh ngay|ngay sinh|sinh nhat|sinh(?= ?:)|nhap vien|vao vien|ra vien|xuat vien|mat ngay|mat luc|tu vong|qua doi|ngay mat|ngay mo|phau thuat ngay|date of)(?![^\d]{0,24}\b(?:or|and)\b)[^\d\n\u2588]{0,24}$/u;
/** Somebody in the same sentence, before the date. */
const SOMEBODY =
  /(?:\b(?:i|i'm|i've|my|me|he|she|his|her|him|patient|pt|toi|benh nhan|me toi|bo toi|vo toi|chong toi|con toi)\b)[^.?!\n]{0,60}$/u;
const WITH_YEAR = /\d{4}|\d\/\d{1,2}\/\d{2}/u;

/** What is born, approved or dies without being a person. */
const IMPERSONAL =
  /(?:trial|study|guideline|paper|drug|vaccine|law|approved|published|updated|revised|issued|label|article|review|edition|version|lot|expires?|pandemic|season)[^\n]{0,40}$/u;

/** Dates tied to a person: birth, admission, discharge, death. */
export function findDates({ folded }: ReadText): PiiSpan[] {
  const isRecord = /\bname ?:/u.test(folded);
  return [...folded.matchAll(DATES)]
    .filter(({ 0: found, index }) => {
      const before = folded.slice(Math.max(0, index - 60), index);
      if (isRecord && /\bdate ?: ?$/u.test(before)) return true;
      if (IMPERSONAL.test(before)) return false;
      return PERSONAL.test(before) || (WITH_YEAR.test(found) && SOMEBODY.test(before));
    })
    .map(({ 0: found, index }) => ({ kind: 'DATE' as const, start: index, end: index + found.length }));
}
