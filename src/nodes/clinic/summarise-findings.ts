import { splitProse } from '../../domain/sentences.ts';
import type { CallReport, PatientSummary } from './clinic-state.ts';

const SENTENCES_EACH = 2;
const MAX_CHARACTERS = 4_000;

/** What was found so far in its own words, for a note that is to hold it; a person reads it before it is saved. */
export function summariseFindings(reports: readonly CallReport[], patient: PatientSummary | null): string {
  const lines = reports.flatMap(({ call, status, message, passages }) => {
    if (status !== 'ok') return [`${call.tool}: ${message.en}`];
    const sentences = passages
      .flatMap(({ text, document }) => splitProse(text, document.language))
      .slice(0, SENTENCES_EACH);
    return sentences.map(({ text }) => `${call.tool}: ${text}`);
  });
  const known =
    patient === null || lines.length === 0
      ? []
      : [...patient.conditions, ...patient.medications].slice(0, 10);
  return [...(known.length === 0 ? [] : [known.join('; ')]), ...lines].join('\n').slice(0, MAX_CHARACTERS);
}
