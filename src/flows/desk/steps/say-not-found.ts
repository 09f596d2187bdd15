import { AGENTS_UNREACHED, DESK_NOT_FOUND, NO_DEPARTMENT } from '../../../../texts/desk.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { DeskState, failedAgents } from '../desk-work.ts';

/** Says that nothing was found, in the same words whether or not there is something that the asker may not read. */
export function sayNotFound() {
  return defineNode({
    step: 'abstain',
    reads: DeskState.pick({ frame: true, routed: true, outcomes: true, language: true }),
    outcomes: ['done'],

    run({ frame, routed, outcomes, language }) {
      const failed = failedAgents(outcomes).map(({ agent }) => agent);
      const agents =
        [...new Set(routed.agents.map(({ agent }) => agent))].join(', ') || NO_DEPARTMENT[language];
      const draft =
        failed.length > 0
          ? fillTemplate(AGENTS_UNREACHED[language], { agents: failed.join(', ') })
          : fillTemplate(DESK_NOT_FOUND[language], { agents });
      const searched = { query: frame.asked, source_types: null, min_evidence_level: null };
      const abstained = { reason: 'nothing-found' as const, searched };
      return { outcome: 'done' as const, writes: { draft, abstained, follow_up_questions: [] } };
    },
  });
}
