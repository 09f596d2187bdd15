import type { ChartSummary } from '../../../src/domain/chart-summary.ts';
import { Icon } from '../shell/icon.tsx';
import { formatDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';

/** Whose chart is open. It stays in sight, so that nothing is written into another's. */
export function PatientBar({ patient }: { patient: ChartSummary['patient'] }) {
  const { t } = useText();
  return (
    <div
      className="sticky top-0 z-10 flex items-center gap-3 border-accent border-b-2 bg-soft px-4 py-2.5 max-lg:top-[2.85rem] sm:px-8"
      data-testid="active-patient"
    >
      <span className="sr-only">{t.activePatient}: </span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <strong className="font-semibold text-lg leading-tight">{patient.name}</strong>
        <PatientFacts patient={patient} />
        {patient.state !== undefined && (
          <strong role="alert" className="text-danger text-sm">
            {patient.state}
          </strong>
        )}
      </div>
      <a href="#/clinic" className="button quiet ml-auto" aria-label={t.leavePatient} title={t.leavePatient}>
        <Icon name="close" />
      </a>
    </div>
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
  return <span className="text-muted text-sm">{facts.join(' · ')}</span>;
}
