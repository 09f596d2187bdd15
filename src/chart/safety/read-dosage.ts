import { z } from 'zod';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { NUMBER_WORDS } from '../../language/quantities/quantity-words.ts';
import { once, readCuePatterns, readLexicon, readPatterns } from '../../language/read-lexicon.ts';

export interface Dosage {
  amount: Amount | null;
  per_day: number | null;
  /** Days from dose to dose, where that is more than one. */
  every_days: number | null;
  route: Route | null;
  is_bolus: boolean;
}

/** Reads "500 mg three times a day by mouth" and its Vietnamese kin; what it does not find, or finds two of, stays null. */
export function readDosage(text: string, medication = ''): Dosage {
  const plain = folded(text);
  const stated = readRoute(plain);
  const inName = readRoute(folded(medication));
  return {
    amount: readAmount(plain),
    per_day: readTimesADay(plain),
    every_days: readEveryDays(plain),
    // A patch stays one when "oral" is what stands beside every order.
    route: stated === null || (stated === 'oral' && inName !== null) ? inName : stated,
    is_bolus: cues().bolus.test(plain) || cues().bolus.test(folded(medication)),
  };
}

/** The hours from dose to dose, where they are said. */
export function readHours(text: string): number | null {
  const [first] = folded(text).matchAll(cues().hours);
  return first === undefined ? null : Number(first.slice(1).find((hours) => hours !== undefined));
}

/** Read without marks, as an order may be typed without them. */
function folded(text: string): string {
  return foldDiacritics(text.normalize('NFC')).replace(/\s+/gu, ' ');
}

function foldedCues<Patterns extends Record<string, RegExp>>(patterns: Patterns): Patterns {
  const pairs = Object.entries(patterns).map(([name, { source, flags }]) => [
    name,
    new RegExp(foldDiacritics(source), flags),
  ]);
  // A cast, because each name has kept its pattern.
  return Object.fromEntries(pairs) as Patterns;
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
const factors = once(
  () =>
    new Map(
      readLexicon('language/dose-units', ['word', 'unit', 'factor']).map(({ word, unit, factor }) => [
        foldDiacritics(word),
        { unit: DoseUnit.parse(unit), factor: Number(factor) },
      ]),
    ),
);

const DOSAGE_CUES = 'language/dosage-cues';
const COUNTED = ['times_a_day', 'each_day', 'once_daily', 'day_times'] as const;
const PARTS_OF_DAY = ['morning', 'noon', 'afternoon', 'evening', 'night'] as const;

const cues = once(() => {
  const parts = { '{unit}': [...factors().keys()].join('|') };
  const counted = readPatterns(DOSAGE_CUES, ['amount count duration hours', ...COUNTED], 'giu', parts);
  const told = readPatterns(
    DOSAGE_CUES,
    [
      'bolus',
      // "500–1000 mg", "20/12.5 mg": more than one amount, in one unit.
      'range',
      // A daily amount that is to be shared out.
      'divided',
      // "500 mg x 2" may be two tablets or twice a day; "x 2 times" and "x 7 days" are no amounts.
      'times_what',
      'not_daily each_meal either every_day times_a_period period_times every_period once_only',
      ...PARTS_OF_DAY,
    ],
    'iu',
    parts,
  );
  return foldedCues({ ...counted, ...told });
});

const intervals = once(() =>
  readCuePatterns('language/dosage-intervals', ['kind', 'number'], 'iu').map(
    ({ keys: [kind, number], cue }) => ({
      kind,
      number: Number(number),
      cue: new RegExp(foldDiacritics(cue.source), 'iu'),
    }),
  ),
);

/** One dose: "500 mg", "2 x 500 mg", "26 units", "1 mg/kg". Null where the words leave a choice. */
function readAmount(text: string): Amount | null {
  const { range, divided, times_what, amount, count } = cues();
  if (range.test(text) || divided.test(text) || times_what.test(text)) return null;
  const amounts = [...text.matchAll(amount)].map((match) => ({ ...measured(match), at: match.index }));
  const counts = [...text.matchAll(count)].map((match) => ({
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
  const isCountFirst = counts.every(({ at }) => amounts.some((one) => one.at > at));
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
  const { unit, factor } = factors().get(word.toLowerCase()) ?? {};
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

/** How many times a day; null where nothing says, or two things say differently. */
function readTimesADay(text: string): number | null {
  const { duration, not_daily, hours, each_meal, either, every_day } = cues();
  const plain = text.replace(duration, ' ');
  if (not_daily.test(plain)) return null;
  const said = [
    ...[...plain.matchAll(hours)].map(([, ...said]) => 24 / Number(said.find(Boolean))),
    ...COUNTED.flatMap((name) => [...plain.matchAll(cues()[name])].map(([, n = '']) => readNumber(n))),
    ...intervals()
      .filter(({ kind, cue }) => kind === 'times_a_day' && cue.test(plain))
      .map(({ number }) => number),
  ];
  // Three main meals make a day.
  if (each_meal.test(plain)) said.push(3);
  const parts = PARTS_OF_DAY.filter((name) => cues()[name].test(plain)).length;
  if (parts > 0) said.push(parts > 1 && either.test(plain) ? null : parts);
  const [times = every_day.test(plain) ? 1 : null, ...others] = [...new Set(said)];
  return times === null || others.length > 0 || !Number.isFinite(times) || times <= 0 ? null : times;
}

const DAYS_IN: Readonly<Record<string, number>> = {
  day: 1,
  ngay: 1,
  week: 7,
  tuan: 7,
  month: 30,
  thang: 30,
  year: 365,
  nam: 365,
};
const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, six: 6 };

/** Days from one dose to the next where they are more than one; endless for a single dose, null where nothing of the kind is said. */
function readEveryDays(text: string): number | null {
  const { duration, once_only, every_period, times_a_period, period_times } = cues();
  const plain = text.replace(duration, ' ');
  if (once_only.test(plain)) return Number.POSITIVE_INFINITY;
  const [, every, period = ''] = every_period.exec(plain) ?? [];
  if (every !== undefined) {
    const n = ORDINALS[every.toLowerCase()] ?? readNumber(every);
    const days = (n ?? 0) * (DAYS_IN[period.toLowerCase()] ?? 0);
    return days > 1 ? days : null;
  }
  const [, before, count] = period_times.exec(plain) ?? [];
  const [, times = count, within = before ?? ''] = times_a_period.exec(plain) ?? [];
  if (times !== undefined) {
    const n = readNumber(times);
    const days = DAYS_IN[within.toLowerCase()];
    return n === null || n <= 0 || days === undefined ? null : days / n;
  }
  const word = intervals().find(({ kind, cue }) => kind === 'days_between' && cue.test(plain));
  return word?.number ?? null;
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
  readCuePatterns('language/dose-routes', ['route'], 'iu').map(({ keys: [route], cue }) => ({
    route: z.enum(ROUTES).parse(route),
    cue: new RegExp(foldDiacritics(cue.source), 'iu'),
  })),
);

/** The route that a text names; null where it names none. */
function readRoute(text: string): Route | null {
  return routeCues().find(({ cue }) => cue.test(text))?.route ?? null;
}

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({ ...NUMBER_WORDS, once: 1, twice: 2, half: 0.5, nửa: 0.5 }).map(([word, number]) => [
    foldDiacritics(word),
    number,
  ]),
);

/** "5,000" and "5.000" are five thousand, "0.5" and "0,5" a half, "two" is 2; null for what is no number. */
export function readNumber(text: string): number | null {
  const word = NUMBERS[foldDiacritics(text).toLowerCase()];
  if (word !== undefined) return word;
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/u.test(text)) return Number(text.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/u.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'));
  }
  return /^\d+(?:[.,]\d+)?$/u.test(text) ? Number(text.replace(',', '.')) : null;
}
