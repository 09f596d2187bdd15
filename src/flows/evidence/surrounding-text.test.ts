import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedPassage } from '../../domain/passage.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { surroundingText } from './steps/generate-answer.ts';

const SENTENCES = ['Alpha is one.', 'Beta is two.', 'Gamma is three.', 'Delta is four.', 'Epsilon is five.'];

/** A passage for each of these, with as many of those before it as they overlap. */
function passagesOf(parts: readonly string[], overlap = 0): RankedPassage[] {
  const text = parts.join('\n\n');
  const startOf = (i: number) => text.indexOf(parts[Math.max(0, i)] ?? '');
  return parts.map((part, i) => {
    const [start, end] = [startOf(i - overlap), startOf(i) + part.length];
    return rankedPassage({ id: `p${i}`, text: text.slice(start, end), start, end });
  });
}

/** What surrounds the kept passages when the index gives all within reach. */
function surround(all: readonly RankedPassage[], kept: readonly number[], reach: number) {
  const isNear = (i: number) => kept.some((at) => Math.abs(at - i) <= reach) && !kept.includes(i);
  return surroundingText(
    kept.flatMap((at) => all[at] ?? []),
    all.filter((_, i) => isNear(i)),
    reach,
  );
}

describe('surroundingText', () => {
  const all = passagesOf(SENTENCES);

  it('is what stands before and after a source, as far as it reaches', () => {
    expect(all.map(({ text }) => text)).toEqual(SENTENCES);
    expect(surround(all, [2], 1)).toEqual([{ before: 'Beta is two.', after: 'Delta is four.' }]);
    expect(surround(all, [2], 2)).toEqual([
      { before: 'Alpha is one.\nBeta is two.', after: 'Delta is four.\nEpsilon is five.' },
    ]);
    expect(surround(all, [0], 1)).toEqual([{ before: '', after: 'Beta is two.' }]);
    expect(surround(all, [4], 1)).toEqual([{ before: 'Delta is four.', after: '' }]);
  });

  it('gives nothing twice and nothing that is a source itself', () => {
    expect(surround(all, [0, 2], 1)).toEqual([
      { before: '', after: 'Beta is two.' },
      { before: '', after: 'Delta is four.' },
    ]);
    expect(surround(all, [1, 2], 2)).toEqual([
      { before: 'Alpha is one.', after: '' },
      { before: '', after: 'Delta is four.\nEpsilon is five.' },
    ]);
  });

  it('leaves out what passages have in common', () => {
    const overlapping = passagesOf(SENTENCES, 1);
    expect(overlapping[2]?.text).toBe('Beta is two.\n\nGamma is three.');
    expect(surround(overlapping, [2], 1)).toEqual([{ before: 'Alpha is one.', after: 'Delta is four.' }]);
    expect(surround(overlapping, [1], 1)).toEqual([{ before: '', after: 'Gamma is three.' }]);
  });

  it('keeps to its own document', () => {
    const other = { ...passagesOf(['Zeta.'])[0], document_id: 'other', start: 14 };
    const [source] = all;
    if (!source) throw new Error('there are passages');
    expect(surroundingText([source], [{ ...source, ...other, id: 'z' }], 1)).toEqual([
      { before: '', after: '' },
    ]);
  });

  it('is whole sentences, the nearest ones, of 400 characters at most', () => {
    const long = (word: string) =>
      Array.from({ length: 30 }, (_, i) => `${word} number ${i} says something of its own.`).join(' ');
    const sentences = [long('Before'), 'Middle.', long('After')];
    const [around] = surround(passagesOf(sentences), [1], 1);
    for (const text of [around?.before ?? '', around?.after ?? '']) {
      expect(text.length).toBeLessThanOrEqual(400);
      expect(text.length).toBeGreaterThan(300);
      expect(text).toMatch(/^(?:Before|After) number .* own\.$/u);
    }
    expect(around?.before).toMatch(/Before number 29/u);
    expect(around?.after).toMatch(/After number 0/u);
  });

  it('is part of the document, on the right side of its source', () => {
    const document = all.map(({ text }) => text).join('\n\n');
    const kept = fc.uniqueArray(fc.nat({ max: SENTENCES.length - 1 }), { minLength: 1 });
    fc.assert(
      fc.property(kept, fc.integer({ min: 1, max: 3 }), (places, reach) => {
        const around = surround(all, places, reach);
        const given = around.flatMap(({ before, after }) => [...before.split('\n'), ...after.split('\n')]);
        const told = given.filter((sentence) => sentence !== '');
        expect(new Set(told).size).toBe(told.length);
        for (const [i, { before, after }] of around.entries()) {
          const at = document.indexOf(SENTENCES[places[i] ?? 0] ?? '');
          for (const sentence of before.split('\n').filter(Boolean))
            expect(document.indexOf(sentence)).toBeLessThan(at);
          for (const sentence of after.split('\n').filter(Boolean))
            expect(document.indexOf(sentence)).toBeGreaterThan(at);
        }
      }),
    );
  });
});
