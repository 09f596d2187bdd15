import { beforeAll, describe, expect, it } from 'vitest';
import { FLOORS } from './floors.ts';
import { type DeskSets, loadSets } from './load-sets.ts';
import { type DeskReport, measureDesk, measurePolicyConflicts } from './measure.ts';

let sets: DeskSets;
let report: DeskReport;
let held: DeskReport;
beforeAll(async () => {
  sets = await loadSets();
  ({ all: report, held } = measureDesk(sets));
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

  it.each(['routing', 'conflicts_detected', 'right_winner', 'across_languages'] as const)(
    'holds its floor: %s',
    (name) => {
      const { right, of, wrong } = report[name];
      expect(right / of, wrong.join(', ')).toBeGreaterThanOrEqual(FLOORS[name]);
    },
  );

  it('holds its floor on the held part: arithmetic', () => {
    const { right, of, wrong } = held.arithmetic;
    console.info(
      `held arithmetic: ${right}/${of} = ${(right / of).toFixed(3)} (at least ${FLOORS.arithmetic})`,
    );
    expect(right / of, wrong.join(', ')).toBeGreaterThanOrEqual(FLOORS.arithmetic);
  });

  it('sees few contradictions where there are none', () => {
    for (const name of ['false_conflicts', 'false_across_languages'] as const) {
      const { right, of } = report[name];
      expect(right / of).toBeLessThanOrEqual(FLOORS[name]);
    }
  });

  it('finds most of the contradictions in the policies that ship', () => {
    const { right, of, wrong } = measurePolicyConflicts(sets.policyConflicts);
    expect(right / of, wrong.join(', ')).toBeGreaterThanOrEqual(FLOORS.conflicts_detected);
  });
});
