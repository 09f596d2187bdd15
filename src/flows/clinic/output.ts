import type { Answer } from '../../domain/answer.ts';
import type { ClinicState } from './clinic-state.ts';

/** The clinic flow's own result; with the choices of a question back and with what was proposed, where there are any. */
export function clinicOutput(
  { message, confidence_level, sources }: Omit<Answer, 'output'>,
  { reasoning_timeline = [], clarification, proposals = [] }: Partial<ClinicState>,
): Answer['output'] {
  return {
    final_response: message,
    reasoning_timeline,
    confidence_level,
    sources_used: [...new Set(sources.map(({ title, url }) => (url === null ? title : `${title} (${url})`)))],
    ...(clarification ? { clarification } : {}),
    ...(proposals.length > 0 ? { proposals } : {}),
  };
}
