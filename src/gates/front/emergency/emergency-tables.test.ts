import { describe, expect, it } from 'vitest';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { readLexicon } from '../../../language/read-lexicon.ts';
import { combinations, judgeEmergency } from './detect-emergency.ts';
import { categories } from './find-phrases.ts';

const judge = (text: string) => judgeEmergency(text, { strict: false });
const ALARMS = readLexicon('gates/emergency-alarms', ['category', 'language', 'phrase']);
const SIGNS = readLexicon('gates/emergency-signs', ['sign', 'language', 'phrase']);
const phrasesIn = (rows: readonly { language: string; phrase: string }[], language: string) =>
  rows.filter((row) => row.language === language).map(({ phrase }) => phrase);
/** Read off figures, not words. */
const MEASURED = [
  'fever_measured',
  'glucose_high',
  'pressure_very_high',
  'pressure_high',
  'aged_over_60',
  'pulse_very_fast',
];

/** A text that the phrase matches: the nth alternative of each element, no gaps, nothing that may be absent. */
function exampleOf(phrase: string, nth: number): string {
  const elements = phrase.split(' ').filter((element) => element !== '~' && !element.endsWith('?'));
  const words = elements.map((element) => {
    const alternatives = element.split('|');
    return alternatives[nth % alternatives.length] ?? '';
  });
  return words.join(' ').replaceAll('_', ' ').replaceAll('*', '').replaceAll('#', '40');
}

describe('the tables of the emergency detector', () => {
  it('hold at least 400 expressions, some for every category in both languages', () => {
    expect(new Set(ALARMS.map(({ phrase }) => phrase)).size).toBeGreaterThanOrEqual(400);
    for (const { category } of categories()) {
      const rows = ALARMS.filter((row) => row.category === category);
      expect(phrasesIn(rows, 'en').length, category).toBeGreaterThanOrEqual(5);
      expect(phrasesIn(rows, 'vi').length, category).toBeGreaterThanOrEqual(5);
    }
    const signsIn = (language: string) =>
      new Set(SIGNS.filter((row) => row.language === language).map(({ sign }) => sign));
    expect([...signsIn('vi')].sort()).toEqual([...signsIn('en')].sort());
    expect(combinations().length).toBeGreaterThanOrEqual(40);
  });

  it('combine signs that are read, and read signs that are combined', () => {
    const read = new Set([...SIGNS.map(({ sign }) => sign), ...MEASURED]);
    const combined = new Set(combinations().flatMap(({ all }) => all.flat()));
    expect([...combined].sort()).toEqual([...read].sort());
  });

  it('repeat no expression within a category', () => {
    const keys = [
      ...ALARMS.map(({ category, language, phrase }) => `${category} ${language} ${phrase}`),
      ...SIGNS.map(({ sign, language, phrase }) => `${sign} ${language} ${phrase}`),
    ];
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('raise the alarm by nearly every expression when someone has it', () => {
    const silent = [
      ...phrasesIn(ALARMS, 'en').filter((phrase) => !judge(`help, she: ${exampleOf(phrase, 0)}`)),
      ...phrasesIn(ALARMS, 'vi').filter((phrase) => !judge(`cứu với: ${exampleOf(phrase, 0)}`)),
    ];
    expect(silent.length / ALARMS.length, silent.join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('give the same verdict without marks', () => {
    for (const phrase of phrasesIn([...ALARMS, ...SIGNS], 'vi')) {
      for (const nth of [0, 1, 2]) {
        const text = `Mẹ tôi ${exampleOf(phrase, nth)}`;
        expect(judge(foldDiacritics(text)), text).toEqual(judge(text));
      }
    }
  });
});
