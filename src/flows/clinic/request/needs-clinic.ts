import { CHART_TOOLS } from '../clinic-tools.ts';
import { parseRequest } from './parse-request.ts';
import { requestCues } from './request-cues.ts';

/** Why a request is one for the clinic by its words alone, or null: a patient, a write, or drugs to be checked. */
export function needsClinic(message: string): string | null {
  const { folded, drugs, patient: named, parts, writes, cues } = parseRequest(message);
  // What is written in capitals alone is an abbreviation: "kết quả của AHA/ASA 2019".
  const patient = /\p{Ll}|\d/u.test(named) ? named : '';
  const tools = parts.flatMap((part) => part.named ?? []);
  const isAboutPatient = patient !== '' || cues.points_at_patient;
  if (patient !== '' && tools.includes('search_patient')) return 'a patient to be found';
  if (isAboutPatient && tools.some((tool) => CHART_TOOLS.has(tool))) return "a patient's chart";
  if (tools.includes('check_drug_interactions') && drugs.length >= 2) return 'drugs to be checked';
  // "Should I prescribe …?" asks about prescribing, and "US prescribing information" is a source: neither is an order.
  const isOrder = writes.length > 0 && !cues.judgement && !requestCues().asks_fact.test(folded);
  return isOrder && (drugs.length > 0 || !tools.includes('prescribe_medication'))
    ? 'a write to a chart'
    : null;
}
