import { UNIT_WORDS } from '../../../texts/answer.ts';
import type { Language } from '../../domain/language.ts';
import { numberIn, readLexicon } from '../read-lexicon.ts';

const WORDS = readLexicon('language/number-words', ['kind', 'word', 'means']);

/** A unit as written → its English name, what it measures and how many of the base unit it is. */
export const UNITS: Readonly<Record<string, readonly [name: string, dimension: string, factor: number]>> =
  Object.fromEntries(
    readLexicon('language/units', ['word', 'name', 'dimension', 'factor']).map(
      ({ word, name, dimension, factor }) => [word, [name, dimension, numberIn(factor)] as const],
    ),
  );

/** Thousands and more, as money is written. */
export const SCALES = numbersOf('scale');
/** Stretches of time by which a frequency is told, and how many of them a year has. */
export const PER_YEAR = numbersOf('per_year');
const ENGLISH = numbersOf('number_en');
const VIETNAMESE = numbersOf('number_vi');

/** Numbers in words, in both languages. */
export const NUMBER_WORDS = { ...ENGLISH, ...VIETNAMESE };

function numbersOf(kind: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    WORDS.filter((row) => row.kind === kind).map(({ word, means }) => [word, numberIn(means)]),
  );
}

/** How a unit is written behind a number. */
export function unitWords(unit: string, language: Language): string {
  return UNIT_WORDS[unit]?.[language] ?? (unit === '' ? '' : ` ${unit}`);
}

/** The first unit that a text names, by its English name. */
export function unitIn(text: string): string | null {
  const words = text.toLowerCase().match(/[\p{L}%]+/gu) ?? [];
  for (const [i, word] of words.entries()) {
    const unit = UNITS[`${word} ${words[i + 1]}`] ?? UNITS[word] ?? UNITS[word.replace(/s$/u, '')];
    if (unit) return unit[0];
  }
  return null;
}

/** What a unit measures; nights are counted, they do not add up with hours. */
export function dimensionOf(unit: string): string {
  const [, dimension = ''] = Object.values(UNITS).find(([name]) => name === unit) ?? [];
  return unit === 'night' || unit === 'clock' ? unit : dimension;
}

/** The words of a table as a pattern, longest first. */
export function anyOf(table: Readonly<Record<string, unknown>>): string {
  return Object.keys(table)
    .sort((a, b) => b.length - a.length)
    .join('|');
}

const EN_RUN = new RegExp(
  `(?<!\\p{L})(?:${Object.keys(ENGLISH).join('|')}|a hundred)(?:(?:[ -]| and )(?:${Object.keys(ENGLISH).join('|')}|hundred)(?!\\p{L})){0,4}(?!\\p{L})`,
  'giu',
);
const VI_DIGIT = Object.keys(VIETNAMESE).join('|');
/** "mười lăm", "hai mươi", "hai mươi mốt", "một trăm hai mươi", "ba". */
const VI_RUN = new RegExp(
  `(?<!\\p{L})(?:(?:(?:${VI_DIGIT}) trăm )?(?:mười|(?:${VI_DIGIT}) mươi)(?: (?:${VI_DIGIT}))?|(?:${VI_DIGIT}) trăm|(?:${VI_DIGIT}))(?!\\p{L})`,
  'giu',
);
/** As a conjunction ("once it is paid") the word counts nothing. */
const TIMES =
  /(?<!\p{L})(?:twice|thrice|once(?= (?:(?:a|an|per|each|every|in a|in every|in each|in any) (?:day|week|month|quarter|year|shift)|every|only|for|in \d|during|within|more)(?!\p{L})|[.,;?)]|$))(?!\p{L})/giu;
const TIMES_WORDS: Readonly<Record<string, string>> = { once: '1  x', twice: '2   x', thrice: '3    x' };

const LIMIT =
  /(?<!\p{L})(?:only|just|at least|at most|no more than|not more than|more than|up to|maximum of) $/iu;

/** Number words as figures, padded so that every offset stays. */
export function inFigures(text: string, language: Language): string {
  if (language === 'en') {
    return text
      .replace(TIMES, (word) => TIMES_WORDS[word.toLowerCase()] ?? word)
      .replace(EN_RUN, (run, at: number) => {
        const next = wordAfter(text, at + run.length)
          .replace(/s$/u, '')
          .replace(/^(?:working|business|calendar|full)$/u, 'day');
        // "One" counts before a unit and as a limit: elsewhere it stands for a thing.
        const isLimit = LIMIT.test(text.slice(0, at));
        return run.toLowerCase() === 'one' && !(next in UNITS) && !isLimit
          ? run
          : worthOf(run, ENGLISH, run.length);
      });
  }
  return text.replace(VI_RUN, (run, at: number) => {
    const lower = run.toLowerCase();
    const next = wordAfter(text, at + run.length);
    // "Năm" is a year, "ba" a father, "một tháng" a rate, unless a count is meant.
    if (lower === 'năm' && !(next in UNITS && next !== 'năm')) return run;
    if (lower === 'một' && next !== 'lần' && !(next in SCALES && next !== 'k')) return run;
    if (lower === 'tư' || lower === 'mốt' || lower === 'lăm') return run;
    if (/(?<!\p{L})(?:thứ|loại|hạng) $/iu.test(text.slice(0, at))) return run;
    // "12 năm một lần", "năm năm": the first counts.
    return lower === 'năm' && next in PER_YEAR && next === 'năm' ? run : worthOf(run, VIETNAMESE, run.length);
  });
}

function worthOf(run: string, words: Readonly<Record<string, number>>, width: number): string {
  let total = 0;
  let last = 0;
  for (const word of run.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (word === 'hundred' || word === 'trăm') {
      total += (last || 1) * 100;
      last = 0;
    } else if (word === 'mươi') last *= 10;
    else if (word === 'mười') last += 10;
    else last = word === 'a' || word === 'and' ? last : last + (words[word] ?? 0);
  }
  return String(total + last).padEnd(width);
}

function wordAfter(text: string, at: number): string {
  return /^[ -](\p{L}+)/u.exec(text.slice(at, at + 30))?.[1]?.toLowerCase() ?? '';
}

/** `1.250` is 1250 in Vietnamese and 1.25 in English; of money, or grouped twice, it is a whole number in either. */
export function readNumber(figures: string, language: Language, isMoney = false): number {
  const [group, point] = language === 'vi' ? ['.', ','] : [',', '.'];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(figures) && new Set(figures.match(/[.,]/gu)).size === 1;
  const separator = figures.match(/[.,]/u)?.[0];
  if (isGrouped && (separator === group || isMoney || figures.split(/[.,]/u).length > 2))
    return Number(figures.replace(/[.,]/gu, ''));
  return Number(figures.replaceAll(group, '').replace(point, '.'));
}

/** What is counted where there is no unit, by its English name. */
const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  WORDS.filter(({ kind }) => kind === 'counted').map(({ word, means }) => [word, means]),
);

/** The English name, in the singular, of what a text begins with. */
export function nounAtStart(text: string): string | null {
  const [pair, word] = /^(\p{L}+)(?: \p{L}+)?/u.exec(text.toLowerCase()) ?? [];
  if (pair === undefined || word === undefined) return null;
  return NAMES[pair] ?? NAMES[word] ?? word.replace(/(?<=[^s]{2})s$/u, '');
}
