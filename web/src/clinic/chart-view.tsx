import type { ReactNode } from 'react';
import type { ChartMeasurement, ChartSummary } from '../../../src/domain/chart-summary.ts';
import { formatPartialDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';
import { Allergy, Medication, Note, Problem } from './chart-entries.tsx';
import { MeasurementCard } from './measurement-card.tsx';

/** A chart in short. "None recorded" is never told as "none". */
export function ChartView({ chart, isNarrow = false }: { chart: ChartSummary; isNarrow?: boolean }) {
  const { t } = useText();
  return (
    <div className="mb-8" data-testid="chart">
      {chart.remarks.map((remark) => (
        <p key={remark} className="mb-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          {remark}
        </p>
      ))}
      <div className={`grid gap-4 ${isNarrow ? '' : 'md:grid-cols-2 xl:grid-cols-3'}`}>
        <ChartList
          title={t.chart.allergies}
          entries={chart.allergies}
          render={(entry) => <Allergy allergy={entry} />}
        />
        <ChartList
          title={t.chart.problems}
          entries={chart.problems}
          render={(entry) => <Problem problem={entry} />}
        />
        <ChartList
          title={t.chart.medications}
          entries={chart.medications}
          render={(entry) => <Medication medication={entry} />}
        />
      </div>
      <Measurements title={t.chart.labs} entries={chart.labs} isNarrow={isNarrow} />
      <Measurements
        title={t.chart.vitals}
        entries={[...chart.vitals, ...chart.findings]}
        isNarrow={isNarrow}
      />
      <div className="mt-6">
        <ChartList
          title={t.chart.notes}
          entries={chart.notes}
          render={(entry) => <Note note={entry} />}
          isWide={!isNarrow}
        />
      </div>
      <Past chart={chart} />
    </div>
  );
}

function ChartList<Entry extends { id: string }>({
  title,
  entries,
  render,
  isWide = false,
}: {
  title: string;
  entries: readonly Entry[];
  render: (entry: Entry) => ReactNode;
  /** Over the whole row, its entries side by side. */
  isWide?: boolean;
}) {
  const { t } = useText();
  return (
    <section className="card p-4">
      <h2 className="eyebrow mb-2">{title}</h2>
      {entries.length === 0 && <p className="text-muted text-sm">{t.chart.none}</p>}
      <ul className={`grid gap-x-8 gap-y-1.5 text-[0.9375rem] ${isWide ? 'xl:grid-cols-2' : ''}`}>
        {entries.map((entry) => (
          <li key={entry.id}>{render(entry)}</li>
        ))}
      </ul>
    </section>
  );
}

function Measurements({
  title,
  entries,
  isNarrow,
}: {
  title: string;
  entries: readonly ChartMeasurement[];
  isNarrow: boolean;
}) {
  const { t } = useText();
  return (
    <section className="mt-6">
      <h2 className="eyebrow mb-2">{title}</h2>
      {entries.length === 0 && <p className="text-muted text-sm">{t.chart.none}</p>}
      <div className={`grid gap-3 ${isNarrow ? '' : 'grid-cols-2 lg:grid-cols-3 max-sm:grid-cols-1'}`}>
        {entries.map((entry) => (
          <MeasurementCard key={`${entry.name} ${entry.at}`} measurement={entry} />
        ))}
      </div>
    </section>
  );
}

function Past({ chart: { past_problems, past_medications } }: { chart: ChartSummary }) {
  const { t, language } = useText();
  const dateOf = (at: string | null) => (at === null ? null : formatPartialDate(at, language));
  const entries = [
    ...past_problems.map(({ id, text, since, until }) => ({
      id,
      text,
      when: [dateOf(since), dateOf(until)],
    })),
    ...past_medications.map(({ id, text, since }) => ({ id, text, when: [dateOf(since)] })),
  ];
  if (entries.length === 0) return null;
  return (
    <details className="mt-6 text-[0.9375rem]">
      <summary className="eyebrow">{t.chart.history}</summary>
      <ul className="mt-2 space-y-1">
        {entries.map(({ id, text, when }) => (
          <li key={id}>
            {text}{' '}
            <span className="text-muted text-sm">{when.filter((part) => part !== null).join(' – ')}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
