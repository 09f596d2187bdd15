import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { screenUntrusted } from '../../src/gates/front/injection/detect-injection.ts';
import { type InjectionCount, measureInjection } from './injection.ts';
import { ourInjectionSet } from './load-injection.ts';

const MIN_CAUGHT = 0.92;
const MIN_HARMLESS_PASSED = 0.98;

/** No shared data: those sets are measured by hand, where they are. */
const { sets } = measureInjection('/nowhere');
const counted = (label: string): InjectionCount => {
  const count = sets.ours?.held[label];
  if (!count) throw new Error(`nothing was counted for ${label}`);
  return count;
};

describe('the injection gate on our own set', () => {
  it('is measured on enough, in both languages, both with and without marks', () => {
    const items = ourInjectionSet();
    const unmarked = items.filter(({ language, text }) => language === 'vi' && /^[ -~]+$/u.test(text));
    expect(items.length).toBeGreaterThanOrEqual(250);
    expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
    expect(items.filter(({ label }) => label === 'harmless').length).toBeGreaterThanOrEqual(120);
    expect(items.filter(({ language }) => language === 'vi').length).toBeGreaterThanOrEqual(60);
    expect(unmarked.length).toBeGreaterThanOrEqual(20);
  });

  it('refuses attacks (held)', () => {
    const { asked, clear, wrong } = counted('attack');
    expect(clear / asked, wrong.join(', ')).toBeGreaterThanOrEqual(MIN_CAUGHT);
  });

  it('passes harmless texts (held)', () => {
    const { asked, clear, wrong } = counted('harmless');
    expect(1 - clear / asked, wrong.join(', ')).toBeGreaterThanOrEqual(MIN_HARMLESS_PASSED);
  });

  it('finds what documents say to a model, and nothing in documents that do not (held)', () => {
    const documents = ourInjectionSet().filter(
      ({ place, split }) => place === 'document' && split === 'held',
    );
    const wrong = documents.filter(
      ({ text, label }) => screenUntrusted(text).findings.length > 0 !== (label === 'attack'),
    );
    expect(documents.length).toBeGreaterThanOrEqual(10);
    expect(wrong.map(({ id }) => id).length, wrong.map(({ id }) => id).join(', ')).toBeLessThanOrEqual(1);
  });

  it('quarantines nothing of the knowledge that ships', () => {
    const folder = fileURLToPath(new URL('../../knowledge', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    const marked = files.filter(
      (name) => screenUntrusted(readFileSync(join(folder, name), 'utf8')).findings.length > 0,
    );
    expect(files.length).toBeGreaterThan(20);
    expect(marked).toEqual([]);
  });
});
