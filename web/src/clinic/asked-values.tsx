import type { AskedSeries } from '../../../src/domain/chart-summary.ts';
import { ValuePlot } from '../charts/value-plot.tsx';
import { useText } from '../text/use-text.ts';
import { plottedPoints } from './measurement-points.ts';

/** The values that an answer tells of a chart, plotted where there are several. */
export function AskedValues({ output }: { output: Readonly<Record<string, unknown>> }) {
  const { language } = useText();
  const plots = readSeries(output).map(({ name, unit, range, points }) => ({
    name: unit === null || unit === name ? name : `${name} (${unit})`,
    range,
    points: plottedPoints(points, unit, language),
  }));
  const shown = plots.filter(({ points }) => points.length > 1);
  if (shown.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-2" data-testid="asked-values">
      {shown.map(({ name, range, points }) => (
        <figure key={name} className={`card p-3.5 ${shown.length === 1 ? 'sm:col-span-2' : ''}`}>
          <figcaption className="mb-1 font-medium text-sm">{name}</figcaption>
          <ValuePlot label={name} points={points} range={range} height={148} />
        </figure>
      ))}
    </div>
  );
}

function readSeries({ chart_values }: Readonly<Record<string, unknown>>): AskedSeries[] {
  // The cast, because the server makes these from its own schema.
  return Array.isArray(chart_values) ? (chart_values as AskedSeries[]) : [];
}
