import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { resolveFollowUp } from '../shared/resolve-follow-up.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS } from './calls.ts';
import { classifyQuestionTask } from './classify-question.task.ts';
import type { QuestionType } from './question-type.ts';
import { researchStep } from './research-step.ts';
import { typeFromCues } from './type-from-cues.ts';

/** Finds out what kind of question it is; where its words leave no doubt, no model is asked. */
export function classifyQuestion({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'classify',
    reads: z.object({
      question: z.string(),
      language: Language,
      about_a_person: z.boolean(),
      history: z.array(Message),
    }),
    outcomes: ['classified'],

    async run({ history, ...asked }, context) {
      const input = { ...asked, question: resolveFollowUp(asked.question, history).question };
      const type = await typeOf(input, context);
      const steps = [researchStep(context, 'classify', { type })];
      const writes = {
        search_query: input.question,
        question_type: type,
        route: type,
        research_steps: steps,
      };
      return { outcome: 'classified' as const, writes };
    },
  });

  async function typeOf(
    input: { question: string; language: Language; about_a_person: boolean },
    context: RunContext,
  ): Promise<QuestionType> {
    const { emit, signal } = context;
    try {
      const byCues = typeFromCues(input.question, input.language);
      if (byCues.certain) {
        emit({ type: 'note', data: { topic: 'twin-certain', task: classifyQuestionTask.name } });
        return byCues.type;
      }
      const { output } = await gateway.run(classifyQuestionTask, input, withinCalls(context, CALLS.classify));
      return output.type;
    } catch (error) {
      signal.throwIfAborted();
      emit({ type: 'note', data: { topic: 'classify-failed', reason: nameOf(error) } });
      return 'SIMPLE';
    }
  }
}

/** Never the message, which may hold what was asked. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
