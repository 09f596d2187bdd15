import { describe, expect, it } from 'vitest';
import { loadClinicalTexts, loadPii } from './load-pii.ts';
import { measurePii, measureUntouched } from './pii.ts';

const MIN_RECALL = 0.95;
const MIN_PRECISION = 0.9;
const MIN_UNTOUCHED = 0.97;

const items = await loadPii();
const texts = await loadClinicalTexts();

describe('redaction', () => {
  it('is measured on many messages in both languages, a good part of them about nobody', () => {
    expect(items.length).toBeGreaterThanOrEqual(320);
    expect(texts.length).toBeGreaterThanOrEqual(200);
    expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
    expect(new Set([...items, ...texts].map(({ id }) => id)).size).toBe(items.length + texts.length);
    expect(items.filter(({ language }) => language === 'vi').length).toBeGreaterThanOrEqual(120);
    expect(items.filter(({ spans }) => spans.length === 0).length).toBeGreaterThanOrEqual(100);
  });

  it('finds who is named and little else (held)', () => {
    const { all, missed, wrong } = measurePii(items.filter(({ split }) => split === 'held'));
    expect(all.recall, missed.join('\n')).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(all.precision, wrong.join('\n')).toBeGreaterThanOrEqual(MIN_PRECISION);
  });

  it('leaves clinical text as it is (held)', () => {
    const { share, touched } = measureUntouched(texts.filter(({ split }) => split === 'held'));
    expect(share, touched.join('\n')).toBeGreaterThanOrEqual(MIN_UNTOUCHED);
  });
});
