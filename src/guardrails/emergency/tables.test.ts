import { describe, expect, it } from 'vitest';
import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import { ALARMS_EN } from '../tables/emergency-alarms.en.ts';
import { ALARMS_VI } from '../tables/emergency-alarms.vi.ts';
import { EMERGENCY_CATEGORIES } from '../tables/emergency-categories.ts';
import { COMBINATIONS } from '../tables/emergency-combinations.ts';
import { SIGNS_EN } from '../tables/emergency-signs.en.ts';
import { SIGNS_VI } from '../tables/emergency-signs.vi.ts';
import { judgeEmergency } from './judge-emergency.ts';

const judge = (text: string) => judgeEmergency(text, { strict: false });
const rows = (tables: Readonly<Record<string, readonly string[]>>[]) =>
  tables.flatMap((table) => Object.values(table).flat());
const ALARMS = rows([ALARMS_EN, ALARMS_VI]);

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
    expect(new Set(ALARMS).size).toBeGreaterThanOrEqual(400);
    for (const category of EMERGENCY_CATEGORIES) {
      expect(ALARMS_EN[category].length, category).toBeGreaterThanOrEqual(5);
      expect(ALARMS_VI[category].length, category).toBeGreaterThanOrEqual(5);
    }
    expect(Object.keys(SIGNS_VI).sort()).toEqual(Object.keys(SIGNS_EN).sort());
    expect(COMBINATIONS.length).toBeGreaterThanOrEqual(40);
  });

  it('repeat no expression within a category', () => {
    for (const table of [ALARMS_EN, ALARMS_VI, SIGNS_EN, SIGNS_VI]) {
      for (const [name, phrases] of Object.entries(table))
        expect(new Set(phrases).size, name).toBe(phrases.length);
    }
  });

  it('raise the alarm by nearly every expression when someone has it', () => {
    const silent = [
      ...rows([ALARMS_EN]).filter((phrase) => !judge(`help, she: ${exampleOf(phrase, 0)}`)),
      ...rows([ALARMS_VI]).filter((phrase) => !judge(`cứu với: ${exampleOf(phrase, 0)}`)),
    ];
    expect(silent.length / ALARMS.length, silent.join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('give the same verdict without marks', () => {
    const phrases = rows([ALARMS_VI, SIGNS_VI as Readonly<Record<string, readonly string[]>>]);
    for (const phrase of phrases) {
      for (const nth of [0, 1, 2]) {
        const text = `Mẹ tôi ${exampleOf(phrase, nth)}`;
        expect(judge(foldDiacritics(text)), text).toEqual(judge(text));
      }
    }
  });
});
