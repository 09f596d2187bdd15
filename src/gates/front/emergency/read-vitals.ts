import { drugNamesIn } from '../../../language/drugs/drug-names.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { decimalOf } from '../../../language/read-numbers.ts';
import { compilePhrases, type Spelling, type Statements } from '../../../language/read-statements.ts';

/** What a figure means, where it stands in the statements: a category of emergency, or a sign of one. */
export interface Measured {
  means: string;
  start: number;
  end: number;
}

/** The most of a drug that an adult takes in a day, in mg; null for one that no table knows. */
export type DailyLimit = (drug: string) => number | null;

/** How many words may stand between the name of a measurement and its figure. */
const REACH = 6;
const ADULT = 18 * 12;
/** Of a child whose age is not told. */
const SOME_CHILD = 24;

interface Range {
  vital: string;
  from: number;
  below: number;
  above: number;
  means: string;
}

const ranges = once((): readonly Range[] =>
  readLexicon('gates/vital-ranges', ['vital', 'from_months', 'below', 'above', 'means']).map((row) => ({
    vital: row.vital,
    from: Number(row.from_months),
    below: row.below === '' ? Number.NEGATIVE_INFINITY : Number(row.below),
    above: row.above === '' ? Number.POSITIVE_INFINITY : Number(row.above),
    means: row.means,
  })),
);

/** A measurement's name, up to a few words, and its figure with what follows it. */
const patterns = once(() => {
  const rows = readLexicon('gates/vital-names', ['name', 'language', 'phrases']);
  const of = (spelling: Spelling) =>
    rows
      .filter(({ language }) => language === spelling.slice(0, 2))
      .map(({ name, phrases }) => {
        const names = compilePhrases(phrases, spelling).source;
        // The figure that stands next, not one beyond another measurement's.
        const figure = `(?: [^ .\\d]+){0,${REACH}}? (\\d[\\d.,/]*)(?: ([^ ;.]+))?(?= )`;
        return { vital: name, pattern: new RegExp(names + figure, 'gu') };
      });
  return { en: once(() => of('en')), vi: once(() => of('vi')), 'vi-unmarked': once(() => of('vi-unmarked')) };
});

/** What the figures of a message say by the ranges of the one's age: pulse, pressure, temperature, breathing, saturation, sugar. */
export function readVitals(statements: Statements): Measured[] {
  const { text, spelling } = statements;
  const months = ageIn(statements);
  const found: Measured[] = [];
  for (const { vital, pattern } of patterns()[spelling]()) {
    for (const { 0: all, 1: figure = '', 2: unit = '', index } of text.matchAll(pattern)) {
      if (/ (?:thai|fetal|foetal|baby) /u.test(`${all} `) && vital === 'pulse') continue;
      for (const [name, value] of valuesOf(vital, figure, unit)) {
        for (const means of meaningsOf(name, value, months))
          found.push({ means, start: index, end: index + all.length });
      }
    }
  }
  return found;
}

/** After a figure: then it counts something else. */
const TIMES = /^(?:days?|hours?|weeks?|months?|times|ng[aà]y|tu[oổ]i|tu[aầ]n|th[aá]ng|gi[oờ])$/u;

/** What a figure is of its vital, in the units of the ranges; nothing where it cannot be meant. */
function valuesOf(vital: string, figure: string, unit: string): [string, number][] {
  const pressure = /^(\d{2,3})\/(\d{2,3})$/u.exec(figure);
  if (pressure || vital === 'pressure') {
    const [systolic, diastolic] = [Number(pressure?.[1]), Number(pressure?.[2])];
    const isPressure = vital === 'pressure' && systolic > diastolic && systolic < 300;
    return isPressure
      ? [
          ['systolic', systolic],
          ['diastolic', diastolic],
        ]
      : [];
  }
  const value = decimalOf(figure);
  if (Number.isNaN(value) || TIMES.test(unit)) return [];
  if (vital === 'sugar') {
    const mmol = unit === 'mg' || (unit !== 'mmol' && value > 50) ? value / 18 : value;
    return mmol >= 0.5 && mmol <= 80 ? [[vital, mmol]] : [];
  }
  if (vital === 'temperature') {
    const celsius = value >= 90 && value <= 112 ? ((value - 32) * 5) / 9 : value;
    return celsius >= 30 && celsius < 44 ? [[vital, celsius]] : [];
  }
  const [least, most] = { saturation: [30, 100], pulse: [10, 320], breathing: [2, 120] }[vital] ?? [0, 50];
  return value >= (least ?? 0) && value <= (most ?? 0) ? [[vital, value]] : [];
}

/** A range holds from its age until the next one of the same meaning begins. */
function meaningsOf(vital: string, value: number, months: number): string[] {
  const own = ranges().filter((range) => range.vital === vital && range.from <= months);
  const oldest = Math.max(...own.map(({ from }) => from));
  const held = own
    .filter(({ from }) => from === oldest)
    .filter(({ below, above }) => value < below || value >= above)
    .map(({ means }) => means);
  const isYoungFever = vital === 'temperature' && value >= 38 && months < 3;
  return isYoungFever ? ['paediatric', ...held] : held;
}

const AGE: Readonly<Record<'en' | 'vi', RegExp>> = {
  en: / (\d{1,3}) (?:(day|week|month|year)s?|(d|w|wk|mo|m|yo|yr|y)) (?:old )?/u,
  vi: / (\d{1,3}) (?:(ngày|ngay|tuần|tuan|tháng|thang) )?(?:tuổi|tuoi) | (?:bé|be|con|cháu|chau) (?:[^ ]+ )?(\d{1,2}) (tháng|thang) /u,
};
const MONTHS: readonly [RegExp, number][] = [
  [/^(?:d|ng)/u, 1 / 30],
  [/^(?:w|tu[aầ])/u, 1 / 4.35],
  [/^(?:m|th)/u, 1],
];
const NEWBORN = / (?:newborn|neonate|sơ sinh|so sinh) /u;
const CHILD =
  / (?:baby|infant|toddler|child|kid|my son|my daughter|bé|be nha|cháu bé|con tôi|con em|con mình|con toi|trẻ) /u;

/** The age of whom a message is about, in months; a grown-up where nothing speaks for a child. */
function ageIn({ text, spelling }: Statements): number {
  if (NEWBORN.test(text)) return 0.5;
  const match = AGE[spelling === 'en' ? 'en' : 'vi'].exec(text);
  if (match) {
    const [, figure, unit = match[3] && /\d/u.test(match[3]) ? undefined : match[3]] = match;
    const number = Number(figure ?? match[3]);
    const word = unit ?? match[4] ?? 'years';
    return number * (MONTHS.find(([form]) => form.test(word))?.[1] ?? 12);
  }
  return CHILD.test(text) ? SOME_CHILD : ADULT;
}

const TAKEN: Readonly<Record<'en' | 'vi', RegExp>> = {
  en: / (?:took|taken|swallowed|ate|eaten|popped|had|drank|overdosed on)((?: [^ .]+){1,12})/gu,
  vi: / (?:uống|uong|nuốt|nuot)((?: [^ .]+){1,12})/gu,
};
const COUNTED = / (\d{1,3}) (?:[^ ;.\d]+ ){0,3}?(?:pills|tablets|tabs|capsules|caplets|viên|vien)(?= |$)/u;
const STRENGTH = / (\d[\d.,]*) (mg|g|gram|grams|gam)(?= |$)/u;
/** Over days, not at once. */
const SPREAD =
  / (?:a day|daily|per day|each day|every|days|weeks|months|years|mỗi|moi|ngày|ngay|lần|lan|đợt|dot|liệu|lieu|tháng|thang|tuần|tuan) /u;
const MANY = 10;
/** So much of a day's limit at once is dangerous of most drugs. */
const TOO_MUCH = 1.5;

/** Amounts swallowed at once that are more than a day's limit by far, or more pills than anybody is told to take. */
export function readDoses({ text, spelling }: Statements, limitOf: DailyLimit): Measured[] {
  const found: Measured[] = [];
  for (const { 0: all, 1: said = '', index } of text.matchAll(TAKEN[spelling === 'en' ? 'en' : 'vi'])) {
    const taken = `${said} `;
    const count = Number(COUNTED.exec(taken)?.[1] ?? 0);
    const [, figure = '', unit = ''] = STRENGTH.exec(taken) ?? [];
    const mg = figure === '' ? 0 : decimalOf(figure) * (unit === 'mg' ? 1 : 1_000);
    const limit = Math.max(0, ...drugNamesIn(taken).map((drug) => limitOf(drug) ?? 0));
    const isPastLimit = limit > 0 && mg * Math.max(1, count) > TOO_MUCH * limit;
    if ((isPastLimit || count >= MANY) && !SPREAD.test(taken)) {
      found.push({ means: 'overdose', start: index, end: index + all.length });
    }
  }
  return found;
}
