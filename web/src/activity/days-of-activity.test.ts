import { describe, expect, it } from 'vitest';
import type { ActivityRun } from '../../../src/domain/activity.ts';
import { daysOfActivity, quantile } from './days-of-activity.ts';

const NOW = new Date(2026, 10, 15, 13).getTime();
const run = (created: Date, part: Partial<ActivityRun> = {}): ActivityRun => ({
  id: 'run',
  flow: 'evidence',
  status: 'done',
  created_at: created.toISOString(),
  duration_ms: 100,
  degraded: null,
  abstained: false,
  emergency: false,
  redacted: false,
  llm_calls: 2,
  cache_hits: 1,
  ...part,
});

describe('daysOfActivity', () => {
  const activity = {
    since: '',
    of: 'tenant' as const,
    runs: [
      run(new Date(2026, 10, 15, 0, 1), { degraded: 'no-model', duration_ms: 300 }),
      run(new Date(2026, 10, 14, 23, 59)),
      run(new Date(2026, 10, 15, 12), { duration_ms: null }),
    ],
    refusals: [{ at: new Date(2026, 10, 13, 5).toISOString(), code: 'QUERY_REFUSED' }],
  };

  it('counts by the days of the calendar, empty ones included', () => {
    const days = daysOfActivity(activity, 4, NOW);
    expect(days.map(({ runs, refused }) => [runs, refused])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [2, 0],
    ]);
    expect(days.at(-1)).toMatchObject({ median_ms: 300, degraded: 1, llm_calls: 4, cache_hits: 2 });
  });

  it('has no quantile of nothing', () => {
    expect([quantile([], 0.5), quantile([1, 2, 3], 0.5), quantile([1, 2, 3], 0.95)]).toEqual([null, 2, 3]);
  });
});
