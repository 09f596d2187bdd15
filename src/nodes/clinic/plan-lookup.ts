import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { buildArguments } from './build-arguments.ts';
import { ClinicalContext } from './clinic-state.ts';
import { TriageDecision } from './triage-decision.ts';

/** Makes the one call of a lookup from what triage named: no model, no planning. */
export function planLookup() {
  return defineNode({
    step: 'fast-path',
    reads: z.object({ language: Language, triage: TriageDecision, clinical_context: ClinicalContext }),
    outcomes: ['planned'],

    run({ language, triage, clinical_context }, { newId }) {
      const tool = triage.tool ?? 'retrieve_medical_info';
      const query = triage.query ?? clinical_context.user_input;
      const args = buildArguments(tool, query, clinical_context, { language });
      return {
        outcome: 'planned' as const,
        writes: { call: { call_id: newId(), tool, query, args }, fixes: 0, retries: 0 },
      };
    },
  });
}
