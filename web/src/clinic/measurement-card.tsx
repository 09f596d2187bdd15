import { useMemo } from 'react';
import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';
import { LineChart, type Series } from '../charts/line-chart.tsx';
import { useText } from '../text/use-text.ts';
import { measurementPoints } from './measurement-points.ts';

const ARROWS = { rising: '↗', falling: '↘', steady: '→' };

/** The latest of one measurement, with the line it is on. */
export function MeasurementCard({ measurement }: { measurement: ChartMeasurement }) {
  const { t } = useText();
  const { name, value, unit, at, flag, trend, is_final, earlier } = measurement;
  const points = useMemo(() => measurementPoints(measurement), [measurement]);
  const times = useMemo(() => points.map((point) => point.at), [points]);
  const series = useMemo(
    (): Series[] => [{ label: name, color: '--accent', values: points.map((point) => point.value) }],
    [points, name],
  );
  const isOff = flag !== null && flag !== 'normal';
  const before = earlier.map((one) => `${one.value} (${one.at.slice(0, 10)})`).join(', ');
  return (
    <div className="card p-3">
      <p className="text-muted text-sm leading-snug">{name}</p>
      <p className="flex items-baseline gap-2">
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
        {at?.slice(0, 10)}
        {!is_final && ` · ${t.chart.preliminary}`}
      </p>
      {points.length > 1 && (
        <LineChart times={times} series={series} height={56} isSmall label={`${name}: ${value}; ${before}`} />
      )}
    </div>
  );
}
