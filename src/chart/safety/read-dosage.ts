import { z } from 'zod';
import { NUMBER_WORDS } from '../../language/quantities/quantity-words.ts';
import { once, readCues, readLexicon } from '../../language/read-lexicon.ts';

/** A dosage as far as its words tell. */
export interface Dosage {
  /** One dose. */
  amount: Amount | null;
  per_day: number | null;
  /** Days from dose to dose, where that is more than one. */
  every_days: number | null;
  route: Route | null;
  /** All at once into a vein. */
  is_bolus: boolean;
}

const BOLUS = /\b(?:bolus|iv push|push|undiluted)\b|tiêm (?:tĩnh mạch )?(?:trực tiếp|nhanh)|bơm thẳng/iu;

/** Reads "500 mg three times a day by mouth" and its Vietnamese kin; what it does not find, or finds two of, stays null. */
export function readDosage(text: string, medication = ''): Dosage {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ');
  const stated = readRoute(plain);
  const inName = readRoute(medication.normalize('NFC'));
  return {
    amount: readAmount(plain),
    per_day: readTimesADay(plain),
    every_days: readEveryDays(plain),
    // A patch stays one when "oral" is what stands beside every order.
    route: stated === null || (stated === 'oral' && inName !== null) ? inName : stated,
    is_bolus: BOLUS.test(plain) || BOLUS.test(medication),
  };
}

/** What drugs are measured in: mass in mg, biological activity in units, an electrolyte in mmol. */
const DoseUnit = z.enum(['mg', 'units', 'mmol']);
export type DoseUnit = z.infer<typeof DoseUnit>;
export interface Amount {
  value: number;
  unit: DoseUnit;
  /** For each kilogram of the patient, or each hour. */
  per?: 'kg' | 'hour';
}

/** How each written unit counts; of the salts given, potassium and sodium, a milliequivalent is a millimole. */
const FACTORS = new Map(
  readLexicon('language/dose-units', ['word', 'unit', 'factor']).map(({ word, unit, factor }) => [
    word,
    { unit: DoseUnit.parse(unit), factor: Number(factor) },
  ]),
);
const UNIT = [...FACTORS.keys()].join('|');
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\d.,])(\\d[\\d.,]*)\\s*(${UNIT})s?(?:\\s?(?:\\/|per |mỗi )\\s?(kg|hours?|hr|h|giờ)(?!\\p{L}))?(?![\\p{L}\\d]|\\s?\\/\\s?(?:kg|m|ml|l|h|\\d))`,
  'giu',
);
/** "500–1000 mg", "20/12.5 mg": more than one amount, in one unit. */
const RANGE = new RegExp(
  `\\d\\s?(?:-|–|\\/|\\+|to|or|đến|hoặc)\\s?\\d[\\d.,]*\\s?(?:${UNIT})s?(?!\\p{L})`,
  'iu',
);
/** A daily amount that is to be shared out. */
const DIVIDED = /\bdivided\b|(?<!\p{L})chia(?!\p{L})/iu;
const COUNT = new RegExp(
  `(?<![\\p{L}\\d.,/])(\\d+(?:[.,]\\d+)?|half|one|two|three|four|một|hai|ba|bốn|nửa)\\s?(?:(?:a\\s)?(?:tablets?|tabs?|caps?|capsules?|pills?|sachets?|vials?|ampoules?|puffs?|viên|ống|gói|lọ|nhát)(?!\\p{L})|[x×*](?=\\s?\\d[\\d.,]*\\s?(?:${UNIT})))`,
  'giu',
);
/** "500 mg x 2" may be two tablets or twice a day; "x 2 times" and "x 7 days" are no amounts. */
const TIMES_WHAT =
  /[x×*]\s?\d+(?![\d.,]|\s?(?:mg|mcg|µg|μg|ug|g|units?|iu|mmol|times?|lần|\/|days?|daily|ngày|weeks?|tuần|a\s|per\s))/iu;

/** One dose: "500 mg", "2 x 500 mg", "26 units", "1 mg/kg". Null where the words leave a choice. */
function readAmount(text: string): Amount | null {
  if (RANGE.test(text) || DIVIDED.test(text) || TIMES_WHAT.test(text)) return null;
  const amounts = [...text.matchAll(AMOUNT)].map((match) => ({ ...measured(match), at: match.index }));
  const counts = [...text.matchAll(COUNT)].map((match) => ({
    n: readNumber(match[1] ?? ''),
    at: match.index,
  }));
  const [first] = amounts;
  if (first?.unit === undefined || first.value === null) return null;
  const { unit, per } = first;
  if (amounts.some((other) => other.unit !== unit || other.per !== per || other.value === null)) return null;
  const values = [...new Set(amounts.map(({ value }) => value ?? 0))];
  const times = [...new Set(counts.map(({ n }) => n))];
  const [n = 1] = times;
  if (times.length > 1 || n === null) return null;
  // "1500 mg (3 tablets)": whether of each or of all, nobody can tell.
  const isCountFirst = counts.every(({ at }) => amounts.some((amount) => amount.at > at));
  if (n !== 1 && !isCountFirst) return null;
  const value = values.length === 1 ? round(first.value * n) : values.length === 2 ? addsUp(values, n) : null;
  return value === null ? null : { value, unit, ...(per === undefined ? {} : { per }) };
}

/** "1 g (2 tablets of 500 mg)" says the same twice. */
function addsUp(values: readonly number[], n: number): number | null {
  const [small = 0, large = 0] = [...values].sort((a, b) => a - b);
  return n > 1 && round(small * n) === round(large) ? round(large) : null;
}

function measured([, digits = '', word = '', each]: RegExpMatchArray) {
  const value = readNumber(digits.replace(/[.,]$/u, ''));
  const { unit, factor } = FACTORS.get(word.toLowerCase()) ?? {};
  // "1.000 g" is one gram or a thousand of them.
  const isOdd = factor === 1_000 && /^[1-9]\d{0,2}[.,]\d{3}$/u.test(digits);
  const per =
    each === undefined ? undefined : each.toLowerCase() === 'kg' ? ('kg' as const) : ('hour' as const);
  const isKnown = value !== null && factor !== undefined && !isOdd;
  return { unit, per, value: isKnown ? round(value * factor) : null };
}

/** Without the crumbs of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const NUMBER = '(\\d+|once|twice|one|two|three|four|five|six|một|hai|ba|bốn|năm|sáu)';
/** How long, which is not how often. */
const DURATION =
  /(?:(?<!\p{L})(?:for|during|over|trong|x|×)\s?)\d+\s?(?:more\s)?(?:days?|weeks?|months?|ngày|tuần|tháng)(?!\p{L})/giu;
const NOT_DAILY =
  /\b(?:weekly|monthly|alternate|(?:a|per|each|every) (?:week|month)|every other|every (?:[2-9]|second|third|two|three) days?)\b|(?<!\p{L})(?:cách ngày|(?:hàng|hằng|mỗi|một) (?:tuần|tháng)|\/ ?tuần|lần tuần)(?!\p{L})/iu;
const HOURS =
  /\b(?:every|q)\s?(\d+)\s?(?:hours?|hourly|hrs?|h)\b|(?<!\p{L})(?:mỗi|cách)\s?(\d+)\s?giờ(?!\p{L})/giu;
const COUNTED: readonly RegExp[] = [
  // Three times a day, 3 x daily, 3 lần mỗi ngày.
  new RegExp(
    `(?<![\\p{L}\\d.,])${NUMBER}\\s?(?:times?|x|×|lần)\\s?(?:a|per|each|every|\\/|mỗi|một|trong)?\\s?(?:day|daily|ngày)(?!\\p{L})`,
    'giu',
  ),
  // 3 a day, 3/ngày, twice daily.
  new RegExp(
    `(?<![\\p{L}\\d.,])(?:x\\s?)?${NUMBER}\\s?(?:a|per|each|every|\\/|mỗi)\\s?(?:day|ngày)(?!\\p{L})`,
    'giu',
  ),
  /(?<!\p{L})(once|twice)\s(?:daily|every day|each day)(?!\p{L})/giu,
  // Ngày 3 lần, mỗi ngày một lần.
  new RegExp(`(?<!\\p{L})ngày\\s?(?:uống|dùng|x|tiêm)?\\s?${NUMBER}\\s?lần(?!\\p{L})`, 'giu'),
];
const ABBREVIATIONS: readonly (readonly [RegExp, number])[] = [
  [/\b(?:od|qd)\b/iu, 1],
  [/\b(?:bd|bid|b\.i\.d)\b/iu, 2],
  [/\b(?:tds|tid|t\.i\.d)\b/iu, 3],
  [/\b(?:qds|qid|q\.i\.d)\b/iu, 4],
];
const PARTS_OF_DAY: readonly RegExp[] = [
  /\b(?:mornings?|mane|breakfast)\b|(?<!\p{L})sáng(?!\p{L})/iu,
  /\b(?:noon|midday|lunch)\b|(?<!\p{L})trưa(?!\p{L})/iu,
  /\b(?:afternoons?)\b|(?<!\p{L})chiều(?!\p{L})/iu,
  /\b(?:evenings?|dinner|supper)\b/iu,
  /\b(?:nights?|nocte|bedtime|bed)\b|(?<!\p{L})(?:tối(?! đa| thiểu)|đêm|trước khi ngủ)(?!\p{L})/iu,
];
/** Three main meals make a day. */
const EACH_MEAL =
  /\b(?:with|before|after|at) (?:each|every) (?:main )?meals?\b|(?<!\p{L})(?:trước|sau|trong|cùng) (?:mỗi|các) bữa ăn(?!\p{L})/iu;
const EITHER = /\bor\b|(?<!\p{L})(?:hoặc|hay)(?!\p{L})/iu;
const EVERY_DAY = /\b(?:daily|every day|each day)\b|(?<!\p{L})(?:hằng|hàng|mỗi|một) ngày(?!\p{L})/iu;

/** How many times a day; null where nothing says, or two things say differently. */
function readTimesADay(text: string): number | null {
  const plain = text.replace(DURATION, ' ');
  if (NOT_DAILY.test(plain)) return null;
  const said = [
    ...[...plain.matchAll(HOURS)].map(([, en, vi]) => 24 / Number(en ?? vi)),
    ...COUNTED.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, n = '']) => readNumber(n))),
    ...ABBREVIATIONS.filter(([pattern]) => pattern.test(plain)).map(([, n]) => n),
  ];
  if (EACH_MEAL.test(plain)) said.push(3);
  const parts = PARTS_OF_DAY.filter((pattern) => pattern.test(plain)).length;
  if (parts > 0) said.push(parts > 1 && EITHER.test(plain) ? null : parts);
  const [times = EVERY_DAY.test(plain) ? 1 : null, ...others] = [...new Set(said)];
  return times === null || others.length > 0 || !Number.isFinite(times) || times <= 0 ? null : times;
}

const TIMES = '(\\d+|once|twice|one|two|three|một|hai|ba)';
const DAYS_IN: Readonly<Record<string, number>> = {
  day: 1,
  ngày: 1,
  week: 7,
  tuần: 7,
  month: 30,
  tháng: 30,
  year: 365,
  năm: 365,
};
const PERIOD = '(day|week|month|year|ngày|tuần|tháng|năm)s?';
/** Twice a week, once weekly, 1 lần/tuần, "once week". */
const TIMES_A = new RegExp(
  `(?<![\\p{L}\\d.,])${TIMES}\\s?(?:times?|x|×|lần)?\\s?(?:a|per|each|every|in a|\\/|mỗi|một|trong|hàng|hằng)?\\s?(?:week|month|year|tuần|tháng|năm)(?:ly)?(?!\\p{L})`,
  'iu',
);
const PERIOD_OF = /week|month|year|tuần|tháng|năm/iu;
/** Every 2 weeks, mỗi 3 tháng. */
const EVERY = new RegExp(
  `(?<!\\p{L})(?:every|each|q|mỗi|cách)\\s?(\\d+|two|three|four|six|other|second|third|hai|ba)\\s?${PERIOD}(?!\\p{L})`,
  'iu',
);
const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, six: 6 };
const PLAIN: readonly (readonly [RegExp, number])[] = [
  [/\balternate days?\b|(?<!\p{L})cách ngày(?!\p{L})/iu, 2],
  [/\bfortnightly\b/iu, 14],
  [/\b(?:weekly|(?:a|per|each|every) week)\b|(?<!\p{L})(?:hàng|hằng|mỗi) tuần(?!\p{L})/iu, 7],
  [/\b(?:monthly|(?:a|per|each|every) month)\b|(?<!\p{L})(?:hàng|hằng|mỗi) tháng(?!\p{L})/iu, 30],
  [/\b(?:yearly|annually|(?:a|per|each|every) year)\b|(?<!\p{L})(?:hàng|hằng|mỗi) năm(?!\p{L})/iu, 365],
];
const ONCE = /\b(?:stat|once only|single dose|one dose only|one-off)\b|liều duy nhất|một lần duy nhất/iu;

/** Days from one dose to the next where they are more than one; endless for a single dose, null where nothing of the kind is said. */
function readEveryDays(text: string): number | null {
  const plain = text.replace(DURATION, ' ');
  if (ONCE.test(plain)) return Number.POSITIVE_INFINITY;
  const every = EVERY.exec(plain);
  if (every) {
    const n = ORDINALS[(every[1] ?? '').toLowerCase()] ?? readNumber(every[1] ?? '');
    const days = (n ?? 0) * (DAYS_IN[(every[2] ?? '').toLowerCase()] ?? 0);
    return days > 1 ? days : null;
  }
  const times = TIMES_A.exec(plain);
  if (times) {
    const n = readNumber(times[1] ?? '');
    const days = DAYS_IN[PERIOD_OF.exec(times[0])?.[0].toLowerCase() ?? ''];
    return n === null || n <= 0 || days === undefined ? null : days / n;
  }
  return PLAIN.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** How a drug gets into the body, as far as the tables tell ways apart. */
export const ROUTES = [
  'oral',
  'iv',
  'im',
  'sc',
  'inhaled',
  'transdermal',
  'sublingual',
  'rectal',
  'intrathecal',
  'epidural',
  'nasal',
  'vaginal',
  'eye',
  'topical',
] as const;
export type Route = (typeof ROUTES)[number];

/** The special before the plain: a sublingual tablet is not swallowed, a nasal spray not inhaled. */
const routeCues = once(() =>
  readCues('language/dose-routes', ['route']).map(({ keys: [route], cue }) => ({
    route: z.enum(ROUTES).parse(route),
    cue: new RegExp(cue, 'iu'),
  })),
);

/** The route that a text names; null where it names none. */
function readRoute(text: string): Route | null {
  return routeCues().find(({ cue }) => cue.test(text))?.route ?? null;
}

const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, once: 1, twice: 2, half: 0.5, nửa: 0.5 };

/** "5,000" and "5.000" are five thousand, "0.5" and "0,5" a half, "two" is 2; null for what is no number. */
function readNumber(text: string): number | null {
  const word = NUMBERS[text.toLowerCase()];
  if (word !== undefined) return word;
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u.test(text)) return Number(text.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/u.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^\d+(?:[.,]\d+)?$/u.test(text) ? Number(text.replace(',', '.')) : null;
}
