import { readAmount } from './read-amount.ts';
import { readTimesADay } from './read-times-a-day.ts';

/** A dosage as far as its words tell. */
export interface Dosage {
  single_mg: number | null;
  per_day: number | null;
  /** `other` is one that is stated and that no table of doses has; null is none stated. */
  route: 'oral' | 'iv' | 'im' | 'sc' | 'inhaled' | 'other' | null;
}

const ROUTES: readonly (readonly [Exclude<Dosage['route'], null>, RegExp])[] = [
  [
    'other',
    /\b(?:sublingual|buccal|rectal|vaginal|transdermal|topical|nasal|ophthalmic|otic|nasogastric)\b|dưới lưỡi|hậu môn|âm đạo|miếng dán|(?<!\p{L})bôi(?!\p{L})|(?:nhỏ|tra) mắt|nhỏ tai|(?:nhỏ|xịt) mũi/iu,
  ],
  ['iv', /\b(?:iv|intravenous(?:ly)?)\b|tĩnh mạch/iu],
  ['im', /\b(?:im|intramuscular(?:ly)?)\b|tiêm bắp/iu],
  ['sc', /\b(?:sc|s\.c\.|subcut(?:aneous(?:ly)?)?)\b|dưới da/iu],
  ['inhaled', /\b(?:inhal\w*|puffs?|nebuli\w*)\b|(?<!\p{L})(?:hít|khí dung|xịt)(?!\p{L})/iu],
  ['oral', /\b(?:oral(?:ly)?|by mouth|po|tablets?|capsules?)\b|(?<!\p{L})(?:uống|viên)(?!\p{L})/iu],
];

/** Reads "500 mg three times a day by mouth" and its Vietnamese kin; what it does not find, or finds two of, stays null. */
export function readDosage(text: string): Dosage {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ');
  return {
    single_mg: readAmount(plain),
    per_day: readTimesADay(plain),
    route: ROUTES.find(([, pattern]) => pattern.test(plain))?.[0] ?? null,
  };
}
