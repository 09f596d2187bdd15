import { describe, expect, it } from 'vitest';
import { expandQuery } from './medical-terms.ts';

const alternativesOf = (question: string, language: 'en' | 'vi' = 'en') =>
  expandQuery(question, language).expansions.flatMap(({ alternatives }) => alternatives);

describe('expandQuery', () => {
  it('writes abbreviations out beside themselves, in any case and in the plural', () => {
    expect(expandQuery('COPD and af', 'en').query).toBe(
      'COPD chronic obstructive pulmonary disease and af atrial fibrillation',
    );
    expect(expandQuery('Are NSAIDs safe?', 'en').query).toContain(
      'NSAIDs non-steroidal anti-inflammatory drug',
    );
    expect(expandQuery('ĐTĐ típ 2', 'vi').query).toBe('ĐTĐ đái tháo đường típ 2');
  });

  it('leaves words alone that only contain one', () => {
    expect(expandQuery('after the capsule', 'en').query).toBe('after the capsule');
  });

  it('knows no abbreviation that is only a name of JavaScript', () => {
    for (const word of ['constructor', 'valueOf', 'hasOwnProperty']) {
      expect(expandQuery(`${word} of metformin`, 'en').query).toBe(`${word} of metformin`);
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
    for (const { phrase, alternatives } of expandQuery('kidney and renal disease', 'en').expansions) {
      expect(alternatives).not.toContain(phrase);
    }
  });

  it('understands Vietnamese typed without marks', () => {
    expect(alternativesOf('benh tieu duong', 'vi')).toContain('đái tháo đường');
    expect(expandQuery('thuoc ha sot', 'vi').query).toBe('thuoc ha sot');
    expect(expandQuery('chi so HA', 'vi').query).toBe('chi so HA huyet ap');
  });

  it('gives nothing for nothing', () => {
    expect(expandQuery('', 'en')).toEqual({ query: '', expansions: [] });
  });
});
