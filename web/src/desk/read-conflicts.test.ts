import { describe, expect, it } from 'vitest';
import { readConflicts } from './read-conflicts.ts';

const CONFLICT = {
  kind: 'number',
  a: { agent: 'hr', text: 'Leave is 12 days.', passage_id: 'old#0' },
  b: {
    agent: 'hr',
    text: 'Leave is 14 days.',
    passage_id: 'new#0',
    title: 'Leave',
    created_at: '2026-01-02',
  },
  winner: 'b',
  rule: 'recency',
  scores: { a: 0.1, b: 0.6 },
  factors: { recency: { a: 0, b: 1 } },
};
const output = (conflicts: unknown) => ({
  flow_action: [{ type: 'router' }, { type: 'resolver', metadata: { weights: { recency: 0.5 }, conflicts } }],
});

describe('readConflicts', () => {
  it('tells both sides, the reason that decided, and what each weighed', () => {
    expect(readConflicts(output([CONFLICT]))).toEqual([
      {
        kind: 'number',
        rule: 'recency',
        weights: { recency: 0.5 },
        sides: [
          {
            agent: 'hr',
            text: 'Leave is 12 days.',
            title: '',
            createdAt: '',
            score: 0.1,
            factors: { recency: 0 },
            isWinner: false,
          },
          {
            agent: 'hr',
            text: 'Leave is 14 days.',
            title: 'Leave',
            createdAt: '2026-01-02',
            score: 0.6,
            factors: { recency: 1 },
            isWinner: true,
          },
        ],
      },
    ]);
  });

  it('shows both as counting where neither is believed over the other', () => {
    const [open] = readConflicts(output([{ ...CONFLICT, winner: 'both', rule: null }]));
    expect(open?.sides.map(({ isWinner }) => isWinner)).toEqual([true, true]);
    expect(open?.rule).toBeNull();
  });

  it.each([{}, { flow_action: 'none' }, output('none'), output([null, 1])])('finds none in %j', (told) => {
    expect(readConflicts(told)).toEqual([]);
  });
});
