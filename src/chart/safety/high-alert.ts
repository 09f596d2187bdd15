import type { SafetyFinding } from '../../domain/approval.ts';
import { aboutOf } from './about-of.ts';
import type { CheckInput } from './check-prescription.ts';
import { say, sourceOf } from './say.ts';

/** An `unknown` of a high-alert drug, of which an error does the gravest harm, takes a reason to go on. */
export function raisedIfHighAlert(input: CheckInput, finding: SafetyFinding): SafetyFinding {
  const { drug, dosage, tables, book, language } = input;
  const row = tables.highAlert.find(
    (one) =>
      book.covers(aboutOf(one), drug) &&
      (one.routes === undefined || dosage.route === null || one.routes.includes(dosage.route)),
  );
  if (row === undefined || finding.severity !== 'unknown') return finding;
  const why = {
    en: ` High-alert drug: ${row.why.en}`,
    vi: ` Thuốc nguy cơ cao: ${row.why.vi}`,
  };
  return {
    ...finding,
    severity: 'major',
    message: `${finding.message}${say(language, why)}`,
    evidence: [...finding.evidence, ...sourceOf(tables, row.source)],
  };
}
