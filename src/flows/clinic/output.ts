import type { Answer } from '../../domain/answer.ts';
import { patientOfTurn } from './chart-question.ts';
import type { ClinicState } from './clinic-state.ts';

/** The clinic flow's own result; with the choices of a question back and with what was proposed, where there are any. */
export function clinicOutput(
  { message, confidence_level, sources }: Omit<Answer, 'output'>,
  state: Partial<ClinicState>,
): Answer['output'] {
  const { reasoning_timeline = [], clarification, proposals = [], clinical_context, triage } = state;
  const patient_id = patientOfTurn(state);
  const answer = clinical_context?.patient?.answer ?? null;
  const isAsked = answer?.is_plain || triage?.tool === 'get_patient_chart';
  const values = (isAsked && answer?.series) || [];
  return {
    final_response: message,
    reasoning_timeline,
    confidence_level,
    sources_used: [...new Set(sources.map(({ title, url }) => (url === null ? title : `${title} (${url})`)))],
    ...(patient_id === null ? {} : { patient_id }),
    ...(values.length > 0 ? { chart_values: values } : {}),
    ...(clarification ? { clarification } : {}),
    ...(proposals.length > 0 ? { proposals } : {}),
  };
}
