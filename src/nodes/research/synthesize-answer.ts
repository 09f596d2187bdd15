import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { isInsufficient } from '../shared/insufficient.ts';
import { quarantineNote } from '../shared/mark-quarantined.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS } from './calls.ts';
import { FoundForPart } from './found-passages.ts';
import { QuestionType } from './question-type.ts';
import { SubQuery } from './sub-query.ts';
import { synthesizeAnswerTask } from './synthesize-answer.task.ts';

export const SynthesisReads = z.object({
  search_query: z.string(),
  question_type: QuestionType,
  language: Language,
  sub_queries: z.array(SubQuery),
  evidence: z.array(RankedPassage),
  serves: z.array(z.array(z.number().int())),
  found: z.array(FoundForPart),
  history: z.array(Message),
  about_a_person: z.boolean(),
});

/** Writes one answer to all parts of the question. What it claims is measured next and checked by the back gate. */
export function synthesizeAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'synthesize',
    reads: SynthesisReads.extend({ round: z.number().int() }),
    outcomes: ['answered', 'insufficient'],

    async run({ round, ...state }, context) {
      const quarantined = quarantineNote(state.evidence);
      if (quarantined) context.emit({ type: 'note', data: quarantined });
      const limited = withinCalls(context, CALLS.synthesize(state.question_type, round));
      const { output } = await gateway.run(synthesizeAnswerTask, synthesisInput(state), limited);
      const draft = output.trim();
      if (!isInsufficient(draft)) return { outcome: 'answered' as const, writes: { draft } };
      context.emit({ type: 'note', data: { topic: 'stream-void', task: synthesizeAnswerTask.name } });
      return { outcome: 'insufficient' as const, writes: { draft: '' } };
    },
  });
}

export function synthesisInput({
  search_query,
  question_type,
  found,
  ...rest
}: z.output<typeof SynthesisReads>) {
  return {
    ...rest,
    question: search_query,
    type: question_type,
    found: found.map(({ passages: _, ...part }) => part),
  };
}
