import type { Series } from './line-chart.tsx';

const FILL: Readonly<Record<Series['color'], string>> = {
  '--accent': 'bg-accent',
  '--warn': 'bg-warn',
  '--muted': 'bg-muted',
  '--danger': 'bg-danger',
};

/** Which colour is what; nothing where there is one line only. */
export function ChartLegend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
      {series.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`h-0.75 w-3.5 rounded-full ${FILL[color]}`} />
          {label}
        </li>
      ))}
    </ul>
  );
}
