import { describe, expect, it } from 'vitest';
import { expandQuery } from './medical-terms.ts';

const alternativesOf = (question: string, language: 'en' | 'vi' = 'en') =>
  expandQuery(question, language).flatMap(({ alternatives }) => alternatives);

describe('expandQuery', () => {
  it('writes abbreviations out, in any case and in the plural', () => {
    expect(expandQuery('COPD and af', 'en')).toEqual([
      { phrase: 'COPD', alternatives: ['chronic obstructive pulmonary disease'] },
      { phrase: 'af', alternatives: ['atrial fibrillation'] },
    ]);
    expect(alternativesOf('Are NSAIDs helpful?')).toContain('non-steroidal anti-inflammatory drug');
    expect(alternativesOf('ĐTĐ típ 2', 'vi')).toContain('đái tháo đường');
  });

  it('leaves words alone that only contain one', () => {
    expect(expandQuery('after the capsule', 'en')).toEqual([]);
  });

  it('knows no abbreviation that is only a name of JavaScript', () => {
    for (const word of ['constructor', 'valueOf', 'hasOwnProperty']) {
      expect(expandQuery(`${word} of metformin`, 'en')).toEqual([]);
    }
  });

  it('finds clinical words for lay ones and the other way round', () => {
    expect(alternativesOf('Heart attack in women')).toContain('myocardial infarction');
    expect(alternativesOf('myocardial infarction')).toContain('heart attack');
    expect(alternativesOf('tiểu đường', 'vi')).toContain('đái tháo đường');
  });

  it('finds them for what an abbreviation stands for', () => {
    expect(alternativesOf('MI in women')).toContain('heart attack');
  });

  it('looks for whole words only', () => {
    expect(alternativesOf('clotrimazole')).toEqual([]);
  });

  it('never offers the words that were asked', () => {
    for (const { phrase, alternatives } of expandQuery('kidney and renal disease', 'en')) {
      expect(alternatives).not.toContain(phrase);
    }
  });

  it('understands Vietnamese typed without marks', () => {
    expect(alternativesOf('benh tieu duong', 'vi')).toContain('đái tháo đường');
    expect(expandQuery('thuoc ha sot', 'vi')).toEqual([]);
    expect(alternativesOf('chi so HA', 'vi')).toEqual(['huyet ap']);
  });

  it('gives nothing for nothing', () => {
    expect(expandQuery('', 'en')).toEqual([]);
  });
});
