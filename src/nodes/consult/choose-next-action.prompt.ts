import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';

export function chooseNextActionPrompt(
  input: { question: string; selected_questions: readonly string[]; context_summary: string },
  fence: Fence,
): Prompt {
  return {
    system: [
      'You are given a question and the questions of a knowledge base that were found for it.',
      'action: compose_answer when the answer to one of them would answer the question, or most of it; create_retrieval_query when they are about something else and the search should be worded differently.',
      'reason: one short sentence.',
    ].join('\n'),
    user: [
      ...(input.context_summary === '' ? [] : [fence('earlier conversation', input.context_summary)]),
      fence('found questions', input.selected_questions.map(markQuarantined).join('\n')),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
