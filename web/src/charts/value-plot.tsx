import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatDate } from '../text/format-date.ts';
import { sayNumber } from '../text/format-number.ts';
import { useText } from '../text/use-text.ts';
import { ticksBetween } from './ticks-between.ts';

export interface PlottedPoint {
  /** Seconds since the epoch. */
  at: number;
  /** One, or two of a pair such as a blood pressure. */
  values: readonly number[];
  /** As it is read. */
  text: string;
  isOff: boolean;
}

interface ValuePlotProps {
  label: string;
  /** Oldest first. */
  points: readonly PlottedPoint[];
  range: { low: number | null; high: number | null } | null;
  height?: number;
}

const LEFT = 34;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 18;

/** Values over time with their axis and reference range; each is read out by pointing at it, or with the arrow keys. */
export function ValuePlot({ label, points, range, height = 112 }: ValuePlotProps) {
  const { t, language } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [active, setActive] = useState<number | null>(null);
  const limits = [range?.low, range?.high].filter((limit) => typeof limit === 'number');
  const all = [...points.flatMap(({ values }) => values), ...limits];
  const { ticks, from, to } = ticksBetween(Math.min(...all), Math.max(...all));
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const xOf = (at: number) => LEFT + ((at - first) / Math.max(1, last - first)) * (width - LEFT - RIGHT);
  const yOf = (value: number) => TOP + (1 - (value - from) / (to - from)) * (height - TOP - BOTTOM);
  const shown = active === null ? null : (points[active] ?? null);
  const told = ({ at, text, isOff }: PlottedPoint) =>
    `${formatDate(at * 1_000, language)}: ${text}${isOff ? ` (${t.chart.outOfRange})` : ''}`;

  function follow(event: PointerEvent<HTMLDivElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const away = points.map(({ at }) => Math.abs(xOf(at) - x));
    setActive(away.indexOf(Math.min(...away)));
  }

  function step(event: KeyboardEvent): void {
    const now = active ?? points.length - 1;
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: points.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(points.length - 1, Math.max(0, next)));
  }

  return (
    <div>
      <div
        ref={frame}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(active ?? points.length - 1) + 1}
        aria-valuetext={told(
          points[active ?? points.length - 1] ?? { at: 0, values: [], text: '', isOff: false },
        )}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setActive(null)}
        onFocus={() => setActive((now) => now ?? points.length - 1)}
        onBlur={() => setActive(null)}
        onKeyDown={step}
        className="touch-pan-y"
      >
        <svg width={width} height={height} aria-hidden="true" className="block">
          {range !== null && (
            <rect
              x={LEFT}
              width={Math.max(0, width - LEFT - RIGHT)}
              y={yOf(range.high ?? to)}
              height={Math.max(0, yOf(range.low ?? from) - yOf(range.high ?? to))}
              className="fill-soft"
              data-testid="reference-range"
            />
          )}
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width - RIGHT} y1={yOf(tick)} y2={yOf(tick)} className="stroke-line" />
              <text x={LEFT - 5} y={yOf(tick) + 4} textAnchor="end" className="fill-muted text-[11px]">
                {sayNumber(tick, language)}
              </text>
            </g>
          ))}
          {[first, last].map((at, i) => (
            <text
              key={at}
              x={i === 0 ? LEFT : width - RIGHT}
              y={height - 4}
              textAnchor={i === 0 ? 'start' : 'end'}
              className="fill-muted text-[11px]"
            >
              {formatDate(at * 1_000, language)}
            </text>
          ))}
          {shown !== null && (
            <line
              x1={xOf(shown.at)}
              x2={xOf(shown.at)}
              y1={TOP}
              y2={height - BOTTOM}
              className="stroke-edge"
            />
          )}
          {points[0]?.values.map((_, line) => (
            <polyline
              // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second of a pair.
              key={line}
              points={points.map(({ at, values }) => `${xOf(at)},${yOf(values[line] ?? 0)}`).join(' ')}
              className={`fill-none stroke-2 ${line === 0 ? 'stroke-accent' : 'stroke-muted'}`}
            />
          ))}
          {points.flatMap(({ at, values, isOff }, i) =>
            values.map((value, line) => (
              <Mark
                // biome-ignore lint/suspicious/noArrayIndexKey: points are drawn in their order.
                key={`${i} ${line}`}
                x={xOf(at)}
                y={yOf(value)}
                isOff={isOff}
                isActive={i === active}
              />
            )),
          )}
        </svg>
      </div>
      <p className="min-h-[1.25rem] text-muted text-xs tabular-nums" aria-hidden="true">
        {shown === null ? '' : told(shown)}
      </p>
    </div>
  );
}

/** A circle; out of its range a square on its edge, so that colour is not all that tells them apart. */
function Mark({ x, y, isOff, isActive }: { x: number; y: number; isOff: boolean; isActive: boolean }) {
  const size = isActive ? 5 : 3.5;
  return isOff ? (
    <rect
      x={x - size}
      y={y - size}
      width={size * 2}
      height={size * 2}
      transform={`rotate(45 ${x} ${y})`}
      className="fill-danger stroke-surface"
    />
  ) : (
    <circle cx={x} cy={y} r={size} className="fill-surface stroke-2 stroke-accent" />
  );
}

function useWidth(frame: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(240);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
