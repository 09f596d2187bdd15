import { useMemo } from 'react';
import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';
import { LineChart, type Series } from '../charts/line-chart.tsx';
import { formatPartialDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';
import { measurementPoints } from './measurement-points.ts';

const ARROWS = { rising: '↗', falling: '↘', steady: '→' };
const COLOURS = ['--accent', '--muted'] as const;

/** The latest of one measurement, with the line it is on. */
export function MeasurementCard({ measurement }: { measurement: ChartMeasurement }) {
  const { t, language } = useText();
  const { name, value, unit, at, flag, trend, is_final, earlier } = measurement;
  const { times, series } = useMemo(() => linesOf(measurement), [measurement]);
  const isOff = flag !== null && flag !== 'normal';
  const before = earlier.map((one) => `${one.value} (${formatPartialDate(one.at, language)})`).join(', ');
  return (
    <div className="card flex flex-col p-3.5">
      <p className="text-muted text-sm leading-snug">{name}</p>
      <p className="mt-0.5 flex items-baseline gap-2">
        <span className={`font-semibold text-lg tabular-nums ${isOff ? 'text-danger' : ''}`}>
          {value}
          {unit !== null && !value.includes(unit) && ` ${unit}`}
        </span>
        {isOff && <span className="text-danger text-sm">{t.chart.flags[flag]}</span>}
        {trend !== null && (
          <span className="text-muted" title={t.chart.trends[trend]}>
            <span aria-hidden="true">{ARROWS[trend]}</span>
            <span className="sr-only">{t.chart.trends[trend]}</span>
          </span>
        )}
      </p>
      <p className="text-muted text-xs">
        {at !== null && formatPartialDate(at, language)}
        {!is_final && ` · ${t.chart.preliminary}`}
      </p>
      {times.length > 1 && (
        <div className="mt-auto pt-2">
          <LineChart
            times={times}
            series={series}
            height={56}
            isSmall
            label={`${name}: ${value}; ${before}`}
          />
        </div>
      )}
    </div>
  );
}

function linesOf(measurement: ChartMeasurement): { times: number[]; series: Series[] } {
  const points = measurementPoints(measurement);
  const lines = points[0]?.values.map((_, i) => points.map(({ values }) => values[i] ?? null)) ?? [];
  return {
    times: points.map(({ at }) => at),
    series: lines.map((values, i) => ({ label: measurement.name, color: COLOURS[i] ?? '--accent', values })),
  };
}
