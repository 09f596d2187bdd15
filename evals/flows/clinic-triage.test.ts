import { describe, expect, it } from 'vitest';
import { ToolName } from '../../src/flows/clinic/clinic-tools.ts';
import { measureClinicTriage, sendRequest, type TriageItem } from './clinic-triage.ts';
import { loadSet } from './load-set.ts';

const items = loadSet<TriageItem>('clinic-triage');

describe('triage without a model', () => {
  it('is measured on enough, in both languages and on every route', () => {
    expect(items.length).toBeGreaterThanOrEqual(200);
    expect(items.filter(({ language }) => language === 'vi').length).toBeGreaterThanOrEqual(100);
    expect(new Set(items.map(({ route }) => route)).size).toBe(5);
  });

  // What rules were tuned on proves nothing about them: only the part that was held back has floors.
  it.each(
    measureClinicTriage().figures.map((figure) => ({
      ...figure,
      part: `held part, ${figure.held_items} items`,
    })),
  )('$what ($part): $held, floor $floor', ({ held, floor }) => {
    expect(held).toBeGreaterThanOrEqual(floor);
  });

  it.each(ToolName.options)('reaches %s in both languages', (name) => {
    const languages = items
      .filter(({ route, tools }) => route === 'lookup' && tools[0] === name)
      .filter((item) => sendRequest(item).tool === name)
      .map(({ language }) => language);
    expect(new Set(languages)).toEqual(new Set(['en', 'vi']));
  });
});
