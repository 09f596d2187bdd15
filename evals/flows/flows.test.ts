import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/app/testing/start-galen.ts';
import { loadSet } from './load-set.ts';
import { SUITES } from './suites.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

// Whole sets are asked: on a busy machine that takes its time.
describe('the labelled sets of the flows', { timeout: 900_000 }, () => {
  it.each([
    ['question-types', 200],
    ['direct-or-retrieve', 200],
    ['topics', 200],
    ['follow-ups', 60],
    ['clinic-triage', 200],
  ])('%s: has at least %i items, each once, in both languages and both parts', (name, least) => {
    const items = loadSet<{ id: string; language: string; split: string }>(name);
    expect(items.length).toBeGreaterThanOrEqual(least);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const language of ['en', 'vi']) {
      expect(items.filter((item) => item.language === language).length).toBeGreaterThanOrEqual(least / 3);
    }
    expect(items.filter(({ split }) => split === 'held').length).toBeGreaterThanOrEqual(least / 4);
  });

  it.each(SUITES.map((suite, i) => [i, suite] as const))('holds its floors: %i', async (_, suite) => {
    const { name, figures } = await suite(server.galen, 'held');
    // What rules were tuned on proves nothing about them.
    for (const { what, held, floor } of figures) {
      expect(held, `${name}, ${what}, held back`).toBeGreaterThanOrEqual(floor);
    }
  });
});
