import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSettings } from '../settings/settings.ts';

export interface Series {
  label: string;
  values: readonly (number | null)[];
  /** A variable of the theme. */
  color: '--accent' | '--warn' | '--muted' | '--danger';
}

interface LineChartProps {
  /** Seconds since the epoch, ascending. */
  times: readonly number[];
  series: readonly Series[];
  height?: number;
  label: string;
  kind?: 'line' | 'bars';
  /** The scale begins at nought. */
  fromZero?: boolean;
}

/** Values are counts, shares and milliseconds: none of them needs a tick between whole numbers. */
const WHOLE_STEPS = [1, 2, 5].flatMap((digit) => [0, 1, 2, 3, 4, 5, 6].map((power) => digit * 10 ** power));

/** Values over time. It says nothing to a screen reader but its label: a table or a text beside it does. */
export function LineChart({
  times,
  series,
  height = 176,
  label,
  kind = 'line',
  fromZero = kind === 'bars',
}: LineChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { theme } = useSettings();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the theme is a change of all colours.
  useEffect(() => {
    const element = frame.current;
    if (element === null || times.length === 0) return;
    const styles = getComputedStyle(document.documentElement);
    const colour = (name: string) => styles.getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--muted'),
      font: '12px "Source Sans 3 Variable", sans-serif',
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const bars = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.6, 28], radius: 0.15 }) : undefined;
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        padding: [12, 16, 0, 0],
        cursor: { show: false },
        scales: {
          x: {
            time: true,
            ...(kind === 'bars' ? { range: (_, low, high) => [low - HALF_DAY, high + HALF_DAY] } : {}),
          },
          y: { range: (_, low, high) => rangeOf(low, high, fromZero) },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 26,
            space: 64,
            values: (_, at) => at.map(dayOf),
          },
          { ...axis, size: 44, space: 32, incrs: WHOLE_STEPS.toSorted((a, b) => a - b) },
        ],
        series: [
          {},
          ...series.map((one) => ({
            label: one.label,
            stroke: colour(one.color),
            width: kind === 'bars' ? 0 : 2,
            points: { show: kind === 'line', size: 6, fill: colour('--surface') },
            ...(kind === 'bars' ? { fill: colour(one.color) } : {}),
            ...(bars ? { paths: bars } : {}),
            spanGaps: true,
          })),
        ],
      },
      [[...times], ...series.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [times, series, height, kind, theme]);
  return <div ref={frame} role="img" aria-label={label} />;
}

/** Room for the first and the last bar. */
const HALF_DAY = 43_200;

function dayOf(seconds: number): string {
  const locale = document.documentElement.lang === 'vi' ? 'vi-VN' : 'en-GB';
  return new Date(seconds * 1_000).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
}

/** From nought, or with some air above and below. */
function rangeOf(low: number, high: number, fromZero: boolean): [number, number] {
  if (fromZero) return [0, Math.max(1, high * 1.15)];
  // A change of a few hundredths must not look like a fall.
  const air = Math.max((high - low) * 0.2, Math.abs(high) * 0.08, Number.EPSILON);
  return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
}
