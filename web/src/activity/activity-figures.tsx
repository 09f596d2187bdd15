import type { Activity } from '../../../src/domain/activity.ts';
import { useText } from '../text/use-text.ts';
import { quantile } from './days-of-activity.ts';

/** The period in a few figures. */
export function ActivityFigures({ activity: { runs, refusals, feedback } }: { activity: Activity }) {
  const { t } = useText();
  const times = runs.flatMap(({ duration_ms }) => duration_ms ?? []).sort((a, b) => a - b);
  const sum = (pick: (run: Activity['runs'][number]) => number) =>
    runs.reduce((all, run) => all + pick(run), 0);
  const degraded = sum(({ degraded }) => (degraded === null ? 0 : 1));
  const median = quantile(times, 0.5);
  const gates = refusals.length + sum(({ emergency, redacted }) => Number(emergency) + Number(redacted));
  const rated = feedback.up + feedback.down;
  const figures: [string, string][] = [
    [t.activity.runs, String(runs.length)],
    [`${t.activity.latency}, ${t.activity.median}`, median === null ? '–' : t.duration(median)],
    [t.activity.degraded, runs.length === 0 ? '–' : `${Math.round((degraded / runs.length) * 100)} %`],
    [t.activity.modelCalls, String(sum(({ llm_calls }) => llm_calls))],
    [t.activity.cacheHits, String(sum(({ cache_hits }) => cache_hits))],
    [t.activity.gateHits, String(gates)],
    [t.activity.helpful, rated === 0 ? '–' : `${feedback.up} / ${rated}`],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-4 xl:grid-cols-7">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1 bg-surface p-4">
          <dt className="text-muted text-sm leading-snug">{name}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
