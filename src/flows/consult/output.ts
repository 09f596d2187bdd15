import type { Answer } from '../../domain/answer.ts';
import type { ConsultState } from './flow.ts';

/** The consult flow's own result, from the envelope and what the flow has written. */
export function consultOutput(
  { message }: Pick<Answer, 'message'>,
  state: Partial<ConsultState>,
): Answer['output'] {
  return {
    explain: message,
    suggestion_questions: state.suggestion_questions ?? [],
    demuc: state.demuc ?? null,
    chu_de_con: state.chu_de_con ?? null,
    selected_ids: state.selected_ids ?? [],
    retrieve_attempts: state.retrieve_attempts ?? 0,
  };
}
