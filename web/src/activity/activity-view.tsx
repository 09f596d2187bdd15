import { useMemo, useState } from 'react';
import type { Activity } from '../../../src/domain/activity.ts';
import type { Language } from '../../../src/domain/language.ts';
import { api } from '../api/client.ts';
import { LineChart, type Series } from '../charts/line-chart.tsx';
import { useAsker } from '../shell/asker-context.tsx';
import { useLoad } from '../shell/use-load.ts';
import { ViewFrame } from '../shell/view-frame.tsx';
import { formatDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';
import { AuditPanel } from './audit-panel.tsx';
import { type Day, daysOfActivity, quantile } from './days-of-activity.ts';

const PERIODS = [7, 14, 30, 90];

/** What went on, as charts, and the audit chain. */
export function ActivityView() {
  const { t, language } = useText();
  const asker = useAsker();
  const [days, setDays] = useState(14);
  const { value, error } = useLoad(`activity ${days}`, (signal) =>
    api<Activity>(`/v1/activity?days=${days}`, { signal }),
  );
  const byDay = useMemo(() => (value === null ? [] : daysOfActivity(value, days, Date.now())), [value, days]);

  return (
    <ViewFrame title={t.nav.activity} intro={t.activity.intro}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          {value === null ? '' : value.of === 'tenant' ? t.activity.ofTenant : t.activity.ofAsker}
        </p>
        <label className="flex items-center gap-2 text-sm">
          <span className="text-muted">{t.activity.range}</span>
          <select
            className="field w-auto!"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {PERIODS.map((period) => (
              <option key={period} value={period}>
                {t.activity.days(period)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && <p className="text-danger">{error.message}</p>}
      {value !== null && <Figures activity={value} />}
      {value !== null && value.runs.length + value.refusals.length === 0 && (
        <p className="mt-6 text-muted">{t.activity.nothing}</p>
      )}
      {byDay.length > 0 && <Charts days={byDay} language={language} />}
      {asker?.may_audit ? <AuditPanel /> : <p className="mt-8 text-muted text-sm">{t.activity.noAudit}</p>}
    </ViewFrame>
  );
}

function Figures({ activity: { runs, refusals } }: { activity: Activity }) {
  const { t } = useText();
  const times = runs.flatMap(({ duration_ms }) => duration_ms ?? []).sort((a, b) => a - b);
  const sum = (pick: (run: Activity['runs'][number]) => number) =>
    runs.reduce((all, run) => all + pick(run), 0);
  const degraded = sum(({ degraded }) => (degraded === null ? 0 : 1));
  const median = quantile(times, 0.5);
  const gates = refusals.length + sum(({ emergency, redacted }) => Number(emergency) + Number(redacted));
  const figures: [string, string][] = [
    [t.activity.runs, String(runs.length)],
    [`${t.activity.latency}, ${t.activity.median}`, median === null ? '–' : t.duration(median)],
    [t.activity.degraded, runs.length === 0 ? '–' : `${Math.round((degraded / runs.length) * 100)} %`],
    [t.activity.modelCalls, String(sum(({ llm_calls }) => llm_calls))],
    [t.activity.cacheHits, String(sum(({ cache_hits }) => cache_hits))],
    [t.activity.gateHits, String(gates)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-3 xl:grid-cols-6">
      {figures.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end gap-1 bg-surface p-4">
          <dt className="text-muted text-sm leading-snug">{name}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Charts({ days, language }: { days: readonly Day[]; language: Language }) {
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
          <section key={title} className="card p-4">
            <h2 className="mb-2 font-semibold">{title}</h2>
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
        <div className="overflow-x-auto" tabIndex={0}>
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
