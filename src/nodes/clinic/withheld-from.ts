import type { CallReport, ClinicalContext } from './clinic-state.ts';
import { patientsFound } from './describe-report.ts';

/** Names and numbers of everyone the run has met: the open patient, and those that a search found. */
export function withheldFrom({ patient }: ClinicalContext, reports: readonly CallReport[]): string[] {
  const found = reports.flatMap(patientsFound).flatMap(({ name, identifiers }) => [name, ...identifiers]);
  return [...new Set([...(patient?.withheld ?? []), ...found])];
}
