import { useMemo } from 'react';
import type { ChartMeasurement } from '../../../src/domain/chart-summary.ts';
import { ValuePlot } from '../charts/value-plot.tsx';
import { Icon } from '../shell/icon.tsx';
import { formatPartialDate } from '../text/format-date.ts';
import { sayRange, sayValue } from '../text/format-number.ts';
import { useText } from '../text/use-text.ts';
import { isOff, measurementPoints } from './measurement-points.ts';

const ARROWS = { rising: '↗', falling: '↘', steady: '→' };

/** The latest of one measurement, with the line it is on. */
export function MeasurementCard({ measurement }: { measurement: ChartMeasurement }) {
  const { t, language } = useText();
  const { name, value, unit, at, flag, range, trend, is_final, computed } = measurement;
  const points = useMemo(() => measurementPoints(measurement, language), [measurement, language]);
  const isMarked = flag !== null && isOff(flag);
  const about = [
    at === null ? null : formatPartialDate(at, language),
    range === null ? null : t.chart.range(sayRange(range, language)),
    computed ? t.chart.computed : null,
    is_final ? null : t.chart.preliminary,
  ].filter((part) => part !== null);
  return (
    <div
      className={`card flex flex-col p-3.5 ${isMarked ? 'border-l-4 border-l-danger' : ''}`}
      data-flag={flag ?? undefined}
    >
      <p className="text-muted text-sm leading-snug">{name}</p>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
        <span className={`font-semibold text-lg tabular-nums ${isMarked ? 'text-danger' : ''}`}>
          {sayValue(value, language)}
          {unit !== null && unit !== name && !value.includes(unit) && ` ${unit}`}
        </span>
        {isMarked && (
          <span className="flex items-center gap-1 self-center font-medium text-danger text-sm">
            <Icon name="warning" size={14} />
            {t.chart.flags[flag]}
          </span>
        )}
        {trend !== null && (
          <span className="text-muted" title={t.chart.trends[trend]}>
            <span aria-hidden="true">{ARROWS[trend]}</span>
            <span className="sr-only">{t.chart.trends[trend]}</span>
          </span>
        )}
      </p>
      <p className="text-muted text-xs">{about.join(' · ')}</p>
      {points.length > 1 && (
        <div className="mt-auto pt-2">
          <ValuePlot label={name} points={points} range={range} height={92} />
        </div>
      )}
    </div>
  );
}
