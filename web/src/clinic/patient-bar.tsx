import type { ReactNode } from 'react';
import type { ChartSummary } from '../../../src/domain/chart-summary.ts';
import { Icon } from '../shell/icon.tsx';
import { formatDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';

const ALLERGIES_SHOWN = 3;

/** Whose chart is open. It stays in sight, so that nothing is written into another's. */
export function PatientBar({
  chart,
  chartButton,
}: {
  chart: ChartSummary;
  /** What opens the chart where it does not stand beside the conversation. */
  chartButton: ReactNode;
}) {
  const { t } = useText();
  const { patient, allergies } = chart;
  return (
    <div
      className="sticky top-0 z-10 border-accent border-b-2 bg-soft max-lg:top-[2.85rem]"
      data-testid="active-patient"
    >
      {patient.state !== undefined && (
        <p
          role="alert"
          className="flex items-center gap-2 bg-danger-soft px-4 py-1.5 font-medium text-danger text-sm sm:px-8"
        >
          <Icon name="warning" size={16} />
          {patient.state}
        </p>
      )}
      <div className="flex items-center gap-3 px-4 py-2 sm:px-8">
        <span className="sr-only">{t.activePatient}: </span>
        <div className="min-w-0">
          <div className="flex flex-wrap items-baseline gap-x-4">
            <strong className="font-semibold text-lg leading-tight">{patient.name}</strong>
            <PatientFacts patient={patient} />
          </div>
          <AllergyLine allergies={allergies} />
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-1 whitespace-nowrap">
          {chartButton}
          <a href="#/clinic" className="button quiet" aria-label={t.leavePatient} title={t.leavePatient}>
            <Icon name="close" />
          </a>
        </div>
      </div>
    </div>
  );
}

/** What the patient must not be given. That none is recorded is told apart from an entry that says there is none. */
function AllergyLine({ allergies }: Pick<ChartSummary, 'allergies'>) {
  const { t } = useText();
  const known = allergies
    .filter(({ states_none }) => !states_none)
    .toSorted((a, b) => Number(b.criticality === 'high') - Number(a.criticality === 'high'));
  const nothing = allergies.length > 0 ? t.chart.noKnownAllergies : t.chart.noAllergies;
  const hidden = known.length - ALLERGIES_SHOWN;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm leading-snug" data-testid="allergies">
      {known.length === 0 ? (
        <span className="text-muted">{nothing}</span>
      ) : (
        <>
          <span className="inline-flex items-center gap-1 font-semibold text-danger">
            <Icon name="warning" size={14} />
            {t.chart.allergies}:
          </span>
          <span>
            {known.slice(0, ALLERGIES_SHOWN).map(({ id, text, criticality }, i) => (
              <span key={id}>
                {i > 0 && ', '}
                <span className="font-medium">{text}</span>
                {criticality === 'high' && ` (${t.chart.severe})`}
              </span>
            ))}
            {hidden > 0 && `, ${t.chart.moreAllergies(hidden)}`}
          </span>
        </>
      )}
    </p>
  );
}

export function PatientFacts({ patient }: { patient: ChartSummary['patient'] }) {
  const { t, language } = useText();
  const { gender, age, birth_date, identifiers } = patient;
  const facts = [
    t.gender[gender ?? 'unknown'] ?? gender,
    age,
    birth_date === null ? null : `${t.born} ${formatDate(birth_date, language)}`,
    identifiers[0]?.split('|').at(-1) ?? null,
  ].filter((fact) => fact !== null);
  return (
    <span className="text-muted text-sm">
      {facts.map((fact, i) => (
        <span key={fact}>
          {i > 0 && ' · '}
          <span className="whitespace-nowrap">{fact}</span>
        </span>
      ))}
    </span>
  );
}
