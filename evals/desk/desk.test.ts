import { beforeAll, describe, expect, it } from 'vitest';
import { FLOORS, figureOf } from './floors.ts';
import { type DeskSets, loadSets } from './load-sets.ts';
import { type DeskReport, measureParts, measurePolicyConflicts } from './measure.ts';

/** They are not held out: a guard against losing what is found today. */
const MIN_IN_POLICIES = 0.8;

let sets: DeskSets;
let held: DeskReport;
beforeAll(async () => {
  sets = await loadSets();
  held = measureParts(sets, 'held');
});

describe('the desk by rules alone', () => {
  it('is measured on enough cases in both languages, none asked twice', () => {
    for (const [cases, least] of [
      [sets.routing, 150],
      [sets.conflicts, 80],
      [sets.arithmetic, 80],
    ] as const) {
      expect(cases.length).toBeGreaterThanOrEqual(least);
      expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
      expect(cases.filter(({ language }) => language === 'vi').length).toBeGreaterThan(least / 4);
      expect(cases.filter(({ split }) => split === 'held').length).toBeGreaterThan(least / 4);
    }
  });

  it.each(['routing', 'conflicts_detected', 'right_winner', 'across_languages', 'arithmetic'] as const)(
    'holds its floor on the held part: %s',
    (name) => {
      const { right, of, wrong } = held[name];
      console.info(figureOf('held', name, held[name]));
      expect(right / of, wrong.join(', ')).toBeGreaterThanOrEqual(FLOORS[name].floor);
    },
  );

  it.each(['false_conflicts', 'false_across_languages'] as const)(
    'sees few contradictions where there are none, on the held part: %s',
    (name) => {
      const { right, of } = held[name];
      console.info(figureOf('held', name, held[name]));
      expect(right / of).toBeLessThanOrEqual(FLOORS[name].floor);
    },
  );

  it('finds most of the contradictions in the policies that ship', () => {
    const { right, of, wrong } = measurePolicyConflicts(sets.policyConflicts);
    expect(right / of, wrong.join(', ')).toBeGreaterThanOrEqual(MIN_IN_POLICIES);
  });
});
