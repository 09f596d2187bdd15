import { useMemo } from 'react';
import type { Language } from '../../../src/domain/language.ts';
import { ChartLegend } from '../charts/chart-legend.tsx';
import { LineChart, type Series } from '../charts/line-chart.tsx';
import { formatDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';
import type { Day } from './days-of-activity.ts';

/** What went on day by day, and the same as a table. */
export function ActivityCharts({ days, language }: { days: readonly Day[]; language: Language }) {
  const { t } = useText();
  const times = useMemo(() => days.map(({ start }) => start / 1_000), [days]);
  const series = useMemo(
    () =>
      chartsOf(days, t).map(({ title, kind, lines }) => ({
        title,
        kind,
        lines: lines.map(([label, color, pick]): Series => ({ label, color, values: days.map(pick) })),
      })),
    [days, t],
  );
  return (
    <>
      <div className="mt-6 grid gap-6 lg:grid-cols-2">
        {series.map(({ title, kind, lines }) => (
          <section key={title} className="card p-4 last:odd:lg:col-span-2">
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h2 className="font-semibold">{title}</h2>
              <ChartLegend series={lines} />
            </div>
            <LineChart
              times={times}
              series={lines}
              kind={kind}
              fromZero
              label={`${title}, ${t.activity.perDay}`}
            />
          </section>
        ))}
      </div>
      <details className="mt-4 text-sm">
        <summary className="text-muted">{t.activity.table}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys. */}
        <div className="relative overflow-x-auto" tabIndex={0}>
          <DayTable days={days} language={language} />
        </div>
      </details>
    </>
  );
}

type Line = [label: string, color: Series['color'], pick: (day: Day) => number | null];

function chartsOf(days: readonly Day[], t: ReturnType<typeof useText>['t']) {
  const share = ({ degraded, runs }: Day) => (runs === 0 ? null : Math.round((degraded / runs) * 100));
  const charts: { title: string; kind: 'line' | 'bars'; lines: Line[] }[] = [
    { title: t.activity.runs, kind: 'bars', lines: [[t.activity.runs, '--accent', ({ runs }) => runs]] },
    {
      title: `${t.activity.latency} (ms)`,
      kind: 'line',
      lines: [
        [t.activity.median, '--accent', ({ median_ms }) => median_ms],
        [t.activity.p95, '--warn', ({ p95_ms }) => p95_ms],
      ],
    },
    { title: `${t.activity.degraded} (%)`, kind: 'line', lines: [[t.activity.degraded, '--accent', share]] },
    {
      title: `${t.activity.modelCalls} · ${t.activity.cacheHits}`,
      kind: 'line',
      lines: [
        [t.activity.modelCalls, '--accent', ({ llm_calls }) => llm_calls],
        [t.activity.cacheHits, '--warn', ({ cache_hits }) => cache_hits],
      ],
    },
    {
      title: t.activity.gateHits,
      kind: 'line',
      lines: [
        [t.activity.refused, '--danger', ({ refused }) => refused],
        [t.activity.emergencies, '--warn', ({ emergencies }) => emergencies],
        [t.activity.redactions, '--accent', ({ redacted }) => redacted],
        [t.activity.abstentions, '--muted', ({ abstained }) => abstained],
      ],
    },
  ];
  return days.length === 0 ? [] : charts;
}

function DayTable({ days, language }: { days: readonly Day[]; language: Language }) {
  const { t } = useText();
  const columns = chartsOf(days, t).flatMap(({ lines }) => lines);
  return (
    <table className="data mt-2">
      <thead>
        <tr>
          <th>{t.activity.day}</th>
          {columns.map(([label]) => (
            <th key={label}>{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.start}>
            <td className="whitespace-nowrap">{formatDate(day.start, language)}</td>
            {columns.map(([label, , pick]) => (
              <td key={label}>{pick(day) ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
