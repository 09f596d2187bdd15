import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { askUnlessCertain } from '../shared/ask-unless-certain.ts';
import { isInsufficient } from '../shared/insufficient.ts';
import { quarantineNote } from '../shared/mark-quarantined.ts';
import { composeAnswerTask } from './compose-answer.task.ts';
import { Candidate, MODEL_CALLS } from './consult-words.ts';
import { consultRole } from './role-of.ts';
import { suggestQuestions } from './suggest-questions.ts';

/** Writes the answer from the selected pairs, and what could be asked next. The back gate checks what it claims. */
export function composeAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'compose',
    reads: z.object({
      role: z.string(),
      retrieval_query: z.string(),
      language: Language,
      context_summary: z.string(),
      evidence: z.array(RankedPassage),
      neighbours: z.array(Candidate),
      selected_ids: z.array(z.string()),
      demuc: z.string().nullable(),
      chu_de_con: z.string().nullable(),
      about_a_person: z.boolean(),
      preferences: z.array(z.string()).default([]),
    }),
    outcomes: ['answered', 'insufficient'],

    async run({ retrieval_query, neighbours, selected_ids, demuc, chu_de_con, ...state }, context) {
      const suggestion_questions = suggestQuestions({
        neighbours,
        selectedIds: selected_ids,
        question: retrieval_query,
        demuc,
        chu_de_con,
        samples: consultRole(state.role).samples[state.language],
      });
      const quarantined = quarantineNote(state.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const input = { ...state, question: retrieval_query };
      const { output } = await askUnlessCertain(gateway, composeAnswerTask, input, context, {
        certain: null,
        maxCalls: MODEL_CALLS.answer,
      });
      const writes = {
        draft: output.trim(),
        suggestion_questions,
        follow_up_questions: suggestion_questions,
        route: 'compose_answer',
      };
      if (!isInsufficient(writes.draft)) return { outcome: 'answered' as const, writes };
      context.emit({ type: 'note', data: { topic: 'stream-void', task: composeAnswerTask.name } });
      return { outcome: 'insufficient' as const, writes };
    },
  });
}
