import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';
import { stopWords } from '../../language/search-terms/analyze-text.ts';
import { editDistance, editLimit, SYLLABLE } from '../../language/search-terms/correct-spelling.ts';
import type { ChartSeries } from '../summary/summarise-observations.ts';

/** Something that can be measured, or several that are asked for together. */
export interface Measurable {
  /** LOINC. */
  codes: ReadonlySet<string>;
  names: Readonly<Record<Language, readonly string[]>>;
  /** Those of a chart that no table knows, found by their own names. */
  series?: ChartSeries;
}

export interface Mention {
  measurable: Measurable;
  start: number;
  end: number;
}

const MEMBER = /\{([^}]+)\}/u;

export const measurables = once((): Measurable[] => {
  const rows = readLexicon('language/measurements', ['codes', 'en', 'vi']);
  const codesOf = (cell: string): string[] =>
    cell.split('|').flatMap((code) => {
      const member = MEMBER.exec(code)?.[1];
      if (member === undefined) return [code];
      const row = rows.find(({ en }) => en.split('|')[0] === member);
      if (row === undefined) throw new Error(`measurements.tsv has no ${member}`);
      return codesOf(row.codes);
    });
  return rows.map(({ codes, en, vi }) => ({
    codes: new Set(codesOf(codes)),
    names: { en: en.split('|'), vi: vi.split('|') },
  }));
});

/** Each name, folded, with what it means and how it is written. */
function namesOf(all: readonly Measurable[]) {
  return new Map(
    all.flatMap((measurable) =>
      [...measurable.names.en, ...measurable.names.vi].map((written) => [
        fold(written),
        { measurable, written },
      ]),
    ),
  );
}
const known = once(() => {
  const names = namesOf(measurables());
  return { names, pattern: patternOf([...names.keys()]) };
});

/** Names of up to two letters are also words, units and drugs: they count as they are written, or in capitals, or where the chart has them. */
const SHORT = 2;
const MIN_TYPO = 5;

/**
 * What a question names that can be measured, by the table of names and by the names that the chart itself has for what the
 * table does not know. `loose`: a short name counts however it is written.
 */
export function findMeasurables(
  text: string,
  own: readonly ChartSeries[],
  { loose = false } = {},
): Mention[] {
  const folded = fold(text);
  const others = ownNames(own);
  const found = [
    ...mentionsOf(known().names, known().pattern),
    ...(others.size === 0 ? [] : mentionsOf(others, patternOf([...others.keys()]))),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, i) => found.slice(0, i).every((before) => before.end <= start));

  function mentionsOf(names: ReturnType<typeof namesOf>, pattern: RegExp): Mention[] {
    return [...folded.matchAll(pattern)].flatMap(({ 0: name, index }) => {
      const entry = names.get(name);
      const typed = text.normalize('NFC').slice(index, index + name.length);
      const isWritten = typed === entry?.written || typed === typed.toUpperCase();
      // "500 mg" is an amount, whatever else is written so.
      const isAmount = /\d\s?$/u.test(folded.slice(0, index));
      if (entry === undefined) return [];
      // One letter is too often a word of its own: "k" is "không".
      const isCharted = name.length === SHORT && own.some((series) => isOf(series, entry.measurable));
      const isDoubtful = name.length <= SHORT && (isAmount || (!loose && !isWritten && !isCharted));
      if (isDoubtful || (!loose && !isWritten && stopWords().en.has(name))) return [];
      return [{ measurable: entry.measurable, start: index, end: index + name.length }];
    });
  }
}

/** The chart's own names for what the table does not know. */
function ownNames(own: readonly ChartSeries[]) {
  return namesOf(own.filter((series) => !measurables().some((one) => isOf(series, one))).map(ofChart));
}

/** Something by words that are no name of the table: what the chart has under a name with all of them, else just these words. */
export function byWords(words: readonly string[], own: readonly ChartSeries[]): Measurable[] {
  const isCalled = ({ names }: ChartSeries) =>
    names.some((name) => words.every((word) => fold(name).includes(word)));
  const called = own.filter(isCalled).map(ofChart);
  const names = [words.join(' ')];
  return called.length > 0 ? called : [{ codes: new Set(), names: { en: names, vi: names } }];
}

/** What a misspelt word most likely names: the one thing that is spelt nearly like it, or nothing. */
export function nearMeasurable(word: string, own: readonly ChartSeries[]): Measurable | null {
  const letters = fold(word);
  if (letters.length < MIN_TYPO || SYLLABLE.test(letters)) return null;
  const limit = editLimit(letters);
  const near = new Set(
    [...known().names, ...ownNames(own)].flatMap(([name, { measurable }]) => {
      const away = name.length < MIN_TYPO ? limit + 1 : editDistance(letters, name, limit);
      return away > 0 && away <= limit ? [measurable] : [];
    }),
  );
  const [only = null, ...more] = near;
  return more.length === 0 ? only : null;
}

/** Words around the name of what is measured, in the names that laboratories give. */
const AROUND = /\b(?:serum|plasma|blood|level|mau|huyet thanh|in|or)\b|\[[^\]]*\]|[,()]/gu;

/** Whether a chart's values are of what is meant: by their codes; where no code of theirs is known, by their names. */
export function isOf({ values, names }: ChartSeries, { codes, names: meant, series }: Measurable): boolean {
  if (series !== undefined) return series.names === names;
  const own = (values[0]?.codes ?? []).map((code) => code.slice(code.indexOf('|') + 1));
  if (own.some((code) => codes.has(code))) return true;
  if (own.some((code) => knownCodes().has(code))) return false;
  const wanted = new Set([...meant.en, ...meant.vi].map(bare));
  return names.some((name) => wanted.has(bare(name)));
}

const knownCodes = once(() => new Set(measurables().flatMap(({ codes }) => [...codes])));

function bare(name: string): string {
  return fold(name).replace(AROUND, ' ').replace(/\s+/gu, ' ').trim();
}

function ofChart(series: ChartSeries): Measurable {
  const names = [...new Set([...series.names, ...series.names.map(bare)])].filter(
    (name) => name.length > SHORT,
  );
  return { codes: new Set(), names: { en: names, vi: names }, series };
}

export function fold(text: string): string {
  return foldDiacritics(text.normalize('NFC')).toLowerCase().replaceAll('’', "'");
}

/** Longest first, so that what holds another's name is read whole. */
function patternOf(names: readonly string[]): RegExp {
  const all = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?=s?(?![\\p{L}\\p{N}]))`, 'gu');
}
