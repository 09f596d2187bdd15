import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function classifyQuestionPrompt(input: { question: string }, fence: Fence): Prompt {
  return {
    system: [
      'You sort medical questions by what answering them takes. type is one of:',
      'SIMPLE: one fact or one subject.',
      'COMPARATIVE: two or more things weighed against each other.',
      'MULTI_STEP: a procedure, or parts to be answered one after another.',
      'TEMPORAL: what changed over time, or guidance of different years.',
    ].join('\n'),
    user: fence('question', input.question),
  };
}
