/** A dosage as far as its words tell. */
export interface Dosage {
  single_mg: number | null;
  per_day: number | null;
  route: 'oral' | 'iv' | 'im' | 'sc' | 'inhaled' | null;
}

const MG_PER: Readonly<Record<string, number>> = { mg: 1, g: 1_000, mcg: 0.001, µg: 0.001, ug: 0.001 };
const AMOUNT = /(\d+(?:[.,]\d+)?)\s*(mg|mcg|µg|ug|g)(?![\p{L}/])/iu;

const ROUTES: readonly (readonly [Exclude<Dosage['route'], null>, RegExp])[] = [
  ['iv', /\b(?:iv|intravenous(?:ly)?)\b|tĩnh mạch/iu],
  ['im', /\b(?:im|intramuscular(?:ly)?)\b|tiêm bắp/iu],
  ['sc', /\b(?:sc|s\.c\.|subcut(?:aneous(?:ly)?)?)\b|dưới da/iu],
  ['inhaled', /\b(?:inhal\w*|puffs?|nebuli\w*)\b|(?<!\p{L})(?:hít|khí dung|xịt)(?!\p{L})/iu],
  ['oral', /\b(?:oral(?:ly)?|by mouth|po|tablets?|capsules?)\b|(?<!\p{L})(?:uống|viên)(?!\p{L})/iu],
];

const WORDS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  một: 1,
  hai: 2,
  ba: 3,
  bốn: 4,
};
const ABBREVIATIONS: readonly (readonly [RegExp, number])[] = [
  [
    /\b(?:od|qd|daily|nocte|mane|at night|in the morning|once a day)\b|(?<!\p{L})(?:mỗi ngày một lần|hằng ngày|hàng ngày|buổi tối|buổi sáng)(?!\p{L})/iu,
    1,
  ],
  [/\b(?:bd|bid|b\.i\.d)\b/iu, 2],
  [/\b(?:tds|tid|t\.i\.d)\b/iu, 3],
  [/\b(?:qds|qid|q\.i\.d)\b/iu, 4],
];
const TIMES_A_DAY =
  /(\d+|once|twice|one|two|three|four|một|hai|ba|bốn)\s*(?:times?|x|lần)?\s*(?:a|per|each|every|\/|mỗi|trong)?\s*(?:day|daily|ngày)(?!\p{L})/iu;
const PER_DAY_FIRST =
  /(?<!\p{L})(?:ngày|mỗi ngày)\s*(?:uống|dùng|x)?\s*(\d+|một|hai|ba|bốn)\s*lần(?!\p{L})/iu;
const EVERY_HOURS =
  /\b(?:every|q)\s*(\d+)\s*(?:hours?|hourly|h)\b|(?<!\p{L})(?:mỗi|cách)\s*(\d+)\s*giờ(?!\p{L})/iu;

/** Reads "500 mg three times a day by mouth" and its Vietnamese kin; what it does not find stays null. */
export function readDosage(text: string): Dosage {
  const [, amount = '', unit = ''] = AMOUNT.exec(text) ?? [];
  const mg = Number(amount.replace(',', '.')) * (MG_PER[unit.toLowerCase()] ?? Number.NaN);
  return {
    single_mg: amount !== '' && Number.isFinite(mg) ? mg : null,
    per_day: timesADay(text),
    route: ROUTES.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
  };
}

function timesADay(text: string): number | null {
  const hours = EVERY_HOURS.exec(text);
  if (hours) return 24 / Number(hours[1] ?? hours[2]);
  const times = PER_DAY_FIRST.exec(text) ?? TIMES_A_DAY.exec(text);
  if (times?.[1] !== undefined) return WORDS[times[1].toLowerCase()] ?? Number(times[1]);
  return ABBREVIATIONS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
