import type { Activity, ActivityRun } from '../../../src/domain/activity.ts';

const DAY_MS = 86_400_000;

export interface Day {
  /** Midnight where the page is read. */
  start: number;
  runs: number;
  median_ms: number | null;
  p95_ms: number | null;
  degraded: number;
  abstained: number;
  emergencies: number;
  redacted: number;
  refused: number;
  llm_calls: number;
  cache_hits: number;
}

/** Activity day by day, the days without any included. */
export function daysOfActivity(
  { runs, refusals }: Pick<Activity, 'runs' | 'refusals'>,
  days: number,
  now: number,
): Day[] {
  const today = midnight(now);
  return Array.from({ length: days }, (_, i) => {
    // By noon, so that a day of 23 or 25 hours does not slip.
    const start = midnight(today - (days - 1 - i) * DAY_MS + DAY_MS / 2);
    const isOfDay = (at: string) => midnight(Date.parse(at)) === start;
    return dayOf(
      start,
      runs.filter(({ created_at }) => isOfDay(created_at)),
      refusals.filter(({ at }) => isOfDay(at)).length,
    );
  });
}

function dayOf(start: number, runs: readonly ActivityRun[], refused: number): Day {
  const times = runs.flatMap(({ duration_ms }) => duration_ms ?? []).sort((a, b) => a - b);
  const count = (test: (run: ActivityRun) => boolean) => runs.filter(test).length;
  return {
    start,
    runs: runs.length,
    median_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    degraded: count(({ degraded }) => degraded !== null),
    abstained: count(({ abstained }) => abstained),
    emergencies: count(({ emergency }) => emergency),
    redacted: count(({ redacted }) => redacted),
    refused,
    llm_calls: runs.reduce((sum, { llm_calls }) => sum + llm_calls, 0),
    cache_hits: runs.reduce((sum, { cache_hits }) => sum + cache_hits, 0),
  };
}

/** The nearest rank; null of nothing. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
