import type { Language } from '../../../domain/language.ts';

/** A number of a text in the base unit of what it measures, so that 60 minutes and 1 hour are one. */
export interface Quantity {
  /** What is measured: minutes, months, times a year, VND, %, a day of the calendar … */
  dimension: string;
  value: number;
  /** The number itself and its unit in English; of a date or a time of day as `value` and `dimension`. */
  amount: number;
  unit: string;
  /** As written, and where. */
  text: string;
  start: number;
  end: number;
}

/** Unit → what it measures and how many of the base unit it is. */
const UNITS: Readonly<Record<string, readonly [dimension: string, factor: number]>> = {
  second: ['minute', 1 / 60],
  giây: ['minute', 1 / 60],
  minute: ['minute', 1],
  phút: ['minute', 1],
  hour: ['minute', 60],
  giờ: ['minute', 60],
  tiếng: ['minute', 60],
  day: ['day', 1],
  ngày: ['day', 1],
  night: ['day', 1],
  đêm: ['day', 1],
  week: ['day', 7],
  tuần: ['day', 7],
  month: ['month', 1],
  tháng: ['month', 1],
  quarter: ['month', 3],
  quý: ['month', 3],
  year: ['month', 12],
  năm: ['month', 12],
  time: ['time', 1],
  x: ['time', 1],
  lần: ['time', 1],
  lượt: ['time', 1],
  vnd: ['VND', 1],
  đồng: ['VND', 1],
  đ: ['VND', 1],
  '%': ['%', 1],
  percent: ['%', 1],
  mb: ['MB', 1],
  gb: ['MB', 1_024],
  tb: ['MB', 1_048_576],
  km: ['km', 1],
  kilometre: ['km', 1],
  'ki-lô-mét': ['km', 1],
};

/** Units by one name each. */
const UNIT_NAMES: Readonly<Record<string, string>> = {
  giây: 'second',
  phút: 'minute',
  giờ: 'hour',
  tiếng: 'hour',
  ngày: 'day',
  đêm: 'night',
  tuần: 'week',
  tháng: 'month',
  quý: 'quarter',
  năm: 'year',
  lần: 'time',
  lượt: 'time',
  x: 'time',
  vnd: 'VND',
  đồng: 'VND',
  đ: 'VND',
  percent: '%',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  kilometre: 'km',
  'ki-lô-mét': 'km',
};

const NUMBER_WORDS: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  en: {
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    hundred: 100,
  },
  vi: { một: 1, hai: 2, ba: 3, bốn: 4, năm: 5, sáu: 6, bảy: 7, tám: 8, chín: 9, mười: 10 },
};

const MONTHS: Readonly<Record<string, number>> = {
  january: 1,
  february: 2,
  march: 3,
  april: 4,
  may: 5,
  june: 6,
  july: 7,
  august: 8,
  september: 9,
  october: 10,
  november: 11,
  december: 12,
};
const MONTH = Object.keys(MONTHS).join('|');

const UNIT = Object.keys(UNITS)
  .sort((a, b) => b.length - a.length)
  .join('|');
/** Patterns that hold a date or a time of day, before plain numbers: their numbers measure nothing. */
const CALENDAR: readonly (readonly [RegExp, (match: RegExpMatchArray) => readonly [string, number]])[] = [
  [/(?<!\d)(\d{1,2}):(\d{2})(?!\d)/gu, ([, h, m]) => ['clock', Number(h) * 60 + Number(m)]],
  [
    /(?<!\d)(\d{1,2})\/(\d{1,2})(?:\/\d{4})?(?![\d/])/gu,
    ([, d, m]) => ['calendar', Number(m) * 100 + Number(d)],
  ],
  [/(?<!\d)(\d{1,2}) tháng (\d{1,2})(?!\d)/gu, ([, d, m]) => ['calendar', Number(m) * 100 + Number(d)]],
  [
    new RegExp(`(?<!\\d)(\\d{1,2}) (${MONTH})(?!\\p{L})`, 'giu'),
    ([, d, m]) => ['calendar', (MONTHS[(m ?? '').toLowerCase()] ?? 0) * 100 + Number(d)],
  ],
  [/(?<!\d)(\d{1,2})(?:st|nd|rd|th)(?!\p{L})/giu, ([, d]) => ['day of month', Number(d)]],
  [
    /(?<!\p{L})ngày (\d{1,2})(?= (?:của|hằng|hàng|mỗi|tháng)|[.,;]|$)/giu,
    ([, d]) => ['day of month', Number(d)],
  ],
];
const MEASURE = new RegExp(
  `(?<![\\d.,\\p{L}])(\\d+(?:[.,]\\d+)*)(?:[ \\u00a0-]?(?:(?:working|calendar|full|unused|extra|more|further|additional|standard) )?(${UNIT})s?(?![\\p{L}\\p{N}]))?`,
  'giu',
);
const PER =
  /^ {1,6}(?:a|an|per|each|every|one|một|mỗi|trong một|in a) (day|week|month|quarter|year|ngày|tuần|tháng|quý|năm)(?!\p{L})/iu;
const YEARLY: Readonly<Record<string, number>> = {
  day: 365,
  ngày: 365,
  week: 52,
  tuần: 52,
  month: 12,
  tháng: 12,
  quarter: 4,
  quý: 4,
  year: 1,
  năm: 1,
};

/** The numbers of a text, in figures or in words, with what they measure. */
export function readQuantities(text: string, language: Language): Quantity[] {
  const found: Quantity[] = [];
  let rest = inFigures(text, language);
  for (const [pattern, read] of CALENDAR) {
    rest = rest.replace(pattern, (...args) => {
      // What replace passes: the match, its groups, its place, the text.
      const groups = args.slice(0, -2) as string[];
      const start = args.at(-2) as number;
      const [dimension, value] = read(groups as RegExpMatchArray);
      const match = groups[0] ?? '';
      found.push({
        dimension,
        value,
        amount: value,
        unit: dimension,
        text: text.slice(start, start + match.length),
        start,
        end: start + match.length,
      });
      return ' '.repeat(match.length);
    });
  }
  for (const match of rest.matchAll(MEASURE)) {
    const [all, figures = '', unit] = match;
    const [dimension, factor] = UNITS[(unit ?? '').toLowerCase()] ?? ['', 1];
    const end = match.index + all.length;
    const per = dimension === 'time' ? PER.exec(rest.slice(end))?.[1] : undefined;
    const yearly = per === undefined ? 1 : (YEARLY[per.toLowerCase()] ?? 1);
    found.push({
      dimension: per === undefined ? dimension : 'times a year',
      value: numberOf(figures, language) * factor * yearly,
      amount: numberOf(figures, language),
      unit: UNIT_NAMES[(unit ?? '').toLowerCase()] ?? (unit ?? '').toLowerCase(),
      text: text.slice(match.index, end),
      start: match.index,
      end,
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `1.250` is 1250 in Vietnamese and 1.25 in English; grouped in threes it is a whole number in either. */
export function numberOf(figures: string, language: Language): number {
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(figures) && new Set(figures.match(/[.,]/gu)).size === 1;
  const separator = figures.match(/[.,]/u)?.[0];
  if (isGrouped && (separator === group || figures.split(/[.,]/u).length > 2))
    return Number(figures.replace(/[.,]/gu, ''));
  return Number(figures.replaceAll(group ?? '', '').replace(point ?? '', '.'));
}

/** Number words as figures, padded so that every offset stays. "năm" is five only before a unit it is not itself. */
function inFigures(text: string, language: Language): string {
  const words = NUMBER_WORDS[language];
  const figures = text.replace(/\p{L}+/gu, (word, at: number) => {
    const lower = word.toLowerCase();
    const pad = (figure: string) => figure.padEnd(word.length);
    if (language === 'en' && lower === 'once') return pad('1');
    if (language === 'en' && lower === 'twice') return pad('2');
    const value = words[lower];
    if (value === undefined) return word;
    const next = /^ (\p{L}+)/u.exec(text.slice(at + word.length))?.[1]?.toLowerCase() ?? '';
    const isCount = lower !== 'năm' && (lower !== 'một' || next === 'lần');
    return isCount && !(lower === 'one' && !(next.replace(/s$/u, '') in UNITS)) ? pad(String(value)) : word;
  });
  // "once a quarter" counts times, as "4 times a year" does.
  return language === 'en'
    ? figures.replace(
        /(?<!\d)([12]) {4,5}(?=(?:a|an|per|each|every) (?:day|week|month|quarter|year))/gu,
        (all, n: string) => `${n}x`.padEnd(all.length),
      )
    : figures;
}
