import type {
  ChartAllergy,
  ChartMedication,
  ChartNote,
  ChartProblem,
} from '../../../src/domain/chart-summary.ts';
import { formatPartialDate } from '../text/format-date.ts';
import { useText } from '../text/use-text.ts';

export function Allergy({ allergy: { text, criticality, reactions } }: { allergy: ChartAllergy }) {
  const { t } = useText();
  return (
    <>
      <span className={criticality === 'high' ? 'font-semibold text-danger' : 'font-medium'}>{text}</span>
      {criticality === 'high' && <span className="text-danger text-sm"> · {t.chart.severe}</span>}
      {reactions.length > 0 && <span className="block text-muted text-sm">{reactions.join(', ')}</span>}
    </>
  );
}

export function Problem({ problem: { text, since, status } }: { problem: ChartProblem }) {
  const { t, language } = useText();
  const parts = [
    status === null || status === 'active' ? null : (t.chart.statuses[status] ?? status),
    since === null ? null : t.chart.since(formatPartialDate(since, language)),
  ].filter((part) => part !== null);
  return (
    <>
      <span className="font-medium">{text}</span>
      {parts.length > 0 && <span className="block text-muted text-sm">{parts.join(' · ')}</span>}
    </>
  );
}

export function Medication({ medication: { text, dosage } }: { medication: ChartMedication }) {
  return (
    <>
      <span className="font-medium">{text}</span>
      {dosage !== null && <span className="block text-muted text-sm">{dosage}</span>}
    </>
  );
}

export function Note({ note: { title, at, excerpt } }: { note: ChartNote }) {
  const { language } = useText();
  return (
    <>
      <span className="font-medium">{title}</span>
      {at !== null && <span className="text-muted text-sm"> · {formatPartialDate(at, language)}</span>}
      {excerpt !== null && <span className="block text-muted text-sm">{excerpt}</span>}
    </>
  );
}
