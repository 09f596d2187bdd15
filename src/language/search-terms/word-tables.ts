import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../fold-diacritics.ts';
import { once, readLexicon, readWordLists } from '../read-lexicon.ts';
import { analyzeText } from './analyze-text.ts';

/** Words for the same thing: each phrase of a group also finds the others. */
export const synonyms = once(() => {
  const rows = readLexicon('language/synonyms', ['language', 'phrases']);
  const of = (language: Language) =>
    rows.filter((row) => row.language === language).map(({ phrases }) => phrases.split('|'));
  return { en: of('en'), vi: of('vi') };
});

/** Abbreviations with every usual reading, likeliest first; some are also ordinary words and meant only in capitals. */
export const abbreviations = once(() => {
  const rows = readLexicon('language/abbreviations', [
    'language',
    'abbreviation',
    'only_in_capitals',
    'readings',
  ]);
  const of = (language: Language) => {
    const own = rows.filter((row) => row.language === language);
    return {
      readings: new Map(own.map((row) => [row.abbreviation.toLowerCase(), row.readings.split('|')])),
      onlyInCapitals: new Set(
        own.flatMap((row) => (row.only_in_capitals ? [row.abbreviation.toLowerCase()] : [])),
      ),
    };
  };
  return { en: of('en'), vi: of('vi') };
});

/** English words, ordinary and medical, that are right as they are, whether or not an index holds them. */
export const knownWords = once(() => readWordLists('language/known-words', 'word', ['common', 'medical']));

/** Words that say how a thing is asked, not what about: however rare they are in a collection, they tell little. */
export const framingTerms = once((): Record<Language, ReadonlySet<string>> => {
  const { en, vi } = readWordLists('language/framing-words', 'word', ['en', 'vi']);
  return {
    en: new Set([...en].flatMap((word) => analyzeText(word, 'en'))),
    vi: new Set([...vi].flatMap((word) => [word, foldDiacritics(word)])),
  };
});
