import { describe, expect, it } from 'vitest';
import { createBackGate } from '../../src/gates/back/create-back-gate.ts';
import { measurePlanted, plantedItems } from './planted-errors.ts';

const MIN_CAUGHT = 0.98;
const MIN_KEPT = 0.97;
const MIN_CAUGHT_OF_A_KIND = 0.9;

const items = plantedItems();
const held = items.filter(({ split }) => split === 'held');

describe('errors planted in answers from the sample knowledge', () => {
  it('are many, of every kind, in both languages, beside as many correct sentences, and always the same', () => {
    for (const isPlanted of [true, false]) {
      const part = items.filter((item) => item.isPlanted === isPlanted);
      expect(part.length).toBeGreaterThanOrEqual(500);
      expect(part.filter(({ language }) => language === 'vi').length).toBeGreaterThanOrEqual(150);
    }
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(plantedItems().map(({ draft }) => draft)).toEqual(items.map(({ draft }) => draft));
  });

  it('are caught, and correct sentences kept, with exact citations', async () => {
    const report = await measurePlanted(createBackGate(), held);
    const lines = Object.values(report.kinds).flatMap(({ wrong }) => wrong);
    expect(report.caught, lines.join('\n')).toBeGreaterThanOrEqual(MIN_CAUGHT);
    expect(report.kept, lines.join('\n')).toBeGreaterThanOrEqual(MIN_KEPT);
    expect(report.citations.exact).toBe(report.citations.count);
    expect(report.citations.count).toBeGreaterThan(500);
    for (const [kind, { count, right }] of Object.entries(report.kinds)) {
      expect(count, kind).toBeGreaterThanOrEqual(20);
      expect(right / count, kind).toBeGreaterThanOrEqual(MIN_CAUGHT_OF_A_KIND);
    }
  });

  it('would be seen to slip through a gate that passes everything', async () => {
    const open = createBackGate();
    const report = await measurePlanted(
      {
        check: async (input) => ({ ...(await open.check(input)), message: input.draft, invented_sources: 0 }),
      },
      held,
    );
    expect(report.caught).toBe(0);
    expect(report.kept).toBe(1);
  });
});
