import { z } from 'zod';
import { AGENTS_UNREACHED, DESK_NOT_FOUND, NO_DEPARTMENT } from '../../../../texts/desk.ts';
import { fillTemplate, Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { DeskFrame, failedAgents, RoutedQuestion, TaskOutcome } from '../desk-work.ts';

/** Says that nothing was found, in the same words whether or not there is something that the asker may not read. */
export function sayNotFound() {
  return defineNode({
    step: 'abstain',
    reads: z.object({
      frame: DeskFrame,
      routed: RoutedQuestion.default({ refined_query: '', agents: [] }),
      outcomes: z.array(TaskOutcome).default([]),
      language: Language,
    }),
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
