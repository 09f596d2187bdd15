import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Language } from '../../domain/language.ts';
import { brandNames } from '../drugs/drug-names.ts';
import { foldDiacritics } from '../fold-diacritics.ts';
import { expandQuery } from './medical-terms.ts';
import { abbreviations, synonyms } from './word-tables.ts';

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

  it('gives every reading of an abbreviation that has several', () => {
    expect(alternativesOf('treatment of MS')).toEqual(
      expect.arrayContaining(['multiple sclerosis', 'mitral stenosis']),
    );
    expect(alternativesOf('PE in pregnancy')).toEqual(
      expect.arrayContaining(['pulmonary embolism', 'pre-eclampsia']),
    );
    expect(alternativesOf('RA')).toEqual(expect.arrayContaining(['rheumatoid arthritis', 'right atrium']));
  });

  it('takes an ordinary word for an abbreviation only in capitals that tell something', () => {
    expect(alternativesOf('CAP in adults')).toContain('community-acquired pneumonia');
    expect(alternativesOf('a cap on costs')).toEqual([]);
    expect(alternativesOf('Ms Smith')).toEqual([]);
    expect(alternativesOf('IS ASPIRIN OR IBUPROFEN BETTER')).not.toContain('odds ratio');
    expect(alternativesOf('Ha sot', 'vi')).toEqual([]);
  });

  it('reads a Vietnamese abbreviation typed without its marks', () => {
    expect(alternativesOf('bien chung DTD', 'vi')).toContain('dai thao duong');
  });

  it('finds what is in a brand, and not the brand for what is in it', () => {
    expect(alternativesOf('Is Glucophage safe with Xarelto?')).toEqual(
      expect.arrayContaining(['metformin', 'rivaroxaban']),
    );
    expect(alternativesOf('uống Hapacol', 'vi')).toEqual(['paracetamol', 'acetaminophen']);
    expect(alternativesOf('metformin')).toEqual([]);
  });

  it('finds the members of a class for the class, not one member for another', () => {
    expect(alternativesOf('steroids')).toContain('dexamethasone');
    expect(alternativesOf('dexamethasone')).toEqual([]);
  });

  it('does not read a word out of a longer phrase that means something else', () => {
    expect(alternativesOf('heat stroke')).toEqual(['heatstroke']);
  });

  it('never throws and never offers the asked phrase', () => {
    const known = [...synonyms().en, ...synonyms().vi].flat().concat(Object.keys(brandNames()));
    const text = fc.array(fc.oneof(fc.constantFrom(...known), fc.string({ unit: 'binary' })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.constantFrom(...Language.options), fc.boolean(), (parts, language, isFolded) => {
        const question = isFolded ? foldDiacritics(parts.join(' ')) : parts.join(' ');
        for (const { phrase, alternatives } of expandQuery(question, language)) {
          expect(alternatives.length).toBeGreaterThan(0);
          expect(new Set(alternatives).size).toBe(alternatives.length);
          expect(alternatives.map((other) => other.toLowerCase())).not.toContain(phrase.toLowerCase());
        }
      }),
    );
  });
});

describe('the tables', () => {
  const pairsIn = (groups: readonly (readonly string[])[]) =>
    groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);

  it('hold at least 250 abbreviations, 400 pairs of synonyms and 150 brands', () => {
    const { en, vi } = abbreviations();
    expect(en.readings.size + vi.readings.size).toBeGreaterThanOrEqual(250);
    expect(pairsIn(synonyms().en) + pairsIn(synonyms().vi)).toBeGreaterThanOrEqual(400);
    expect(Object.keys(brandNames()).length).toBeGreaterThanOrEqual(150);
  });

  it.each([
    ['English', synonyms().en],
    ['Vietnamese', synonyms().vi],
  ])('hold each %s phrase once', (_, groups) => {
    const phrases = groups.flat();
    expect(phrases.filter((phrase, i) => phrases.indexOf(phrase) !== i)).toEqual([]);
  });
});
