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
  /** The range in which a value is as expected; drawn as a band. */
  expected?: { low: number | null; high: number | null } | null;
  isSmall?: boolean;
  /** The scale begins at nought. */
  fromZero?: boolean;
}

/** Values over time. It says nothing to a screen reader but its label: a table or a text beside it does. */
export function LineChart({
  times,
  series,
  height = 160,
  label,
  kind = 'line',
  expected = null,
  isSmall = false,
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
    const bars = kind === 'bars' ? uPlot.paths.bars?.({ size: [0.7, 28] }) : undefined;
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: series.length > 1, live: false },
        padding: isSmall ? [6, 6, 6, 6] : [12, 12, 0, 0],
        cursor: { show: !isSmall, y: false },
        scales: { x: { time: true }, y: { range: (_, low, high) => rangeOf(low, high, fromZero) } },
        axes: [
          { ...axis, grid: { show: false }, space: 64, show: !isSmall, values: (_, at) => at.map(dayOf) },
          { ...axis, size: 40, space: 32, show: !isSmall },
        ],
        series: [
          {},
          ...series.map((one) => ({
            label: one.label,
            stroke: colour(one.color),
            width: kind === 'bars' ? 0 : 2,
            points: { show: kind === 'line', size: isSmall ? 4 : 6, fill: colour('--surface') },
            ...(kind === 'bars' ? { fill: colour(one.color) } : {}),
            ...(bars ? { paths: bars } : {}),
            spanGaps: true,
          })),
        ],
        hooks:
          expected === null ? {} : { drawClear: [(drawn) => drawBand(drawn, expected, colour('--soft'))] },
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
  }, [times, series, height, kind, theme, isSmall, expected]);
  return <div ref={frame} role="img" aria-label={label} />;
}

function dayOf(seconds: number): string {
  const locale = document.documentElement.lang === 'vi' ? 'vi-VN' : 'en-GB';
  return new Date(seconds * 1_000).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
}

/** From nought, or with some air above and below. */
function rangeOf(low: number, high: number, fromZero: boolean): [number, number] {
  if (fromZero) return [0, Math.max(1, high * 1.15)];
  const air = (high - low || Math.abs(high) || 1) * 0.2;
  return [low >= 0 ? Math.max(0, low - air) : low - air, high + air];
}

function drawBand(
  plot: uPlot,
  { low, high }: { low: number | null; high: number | null },
  colour: string,
): void {
  const { left, top, width, height } = plot.bbox;
  const at = (value: number | null, edge: number) =>
    value === null ? edge : Math.min(top + height, Math.max(top, plot.valToPos(value, 'y', true)));
  const from = at(high, top);
  plot.ctx.fillStyle = colour;
  plot.ctx.fillRect(left, from, width, at(low, top + height) - from);
}
