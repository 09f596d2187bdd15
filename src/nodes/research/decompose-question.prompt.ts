import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { QuestionType } from './question-type.ts';

/** How many parts each kind of question has, and which. */
export const PARTS: Readonly<Record<QuestionType, { count: number; told: string }>> = {
  SIMPLE: { count: 1, told: 'the question itself' },
  COMPARATIVE: { count: 2, told: 'one for each of the things compared, in the same words but for the thing' },
  MULTI_STEP: { count: 3, told: 'one for each step or part, in their order, each naming the subject' },
  TEMPORAL: { count: 2, told: 'one for the earlier and one for the later time, each with its year' },
};

export function decomposeQuestionPrompt(
  input: { question: string; language: string; type: QuestionType },
  fence: Fence,
): Prompt {
  const { count, told } = PARTS[input.type];
  return {
    system: [
      'You split a medical question into parts that are each searched for by themselves.',
      `sub_queries: ${count}, at most 4: ${told}. Each stands alone, in the question's language, and asks nothing that was not asked.`,
    ].join('\n'),
    user: `Language: ${input.language}\n${fence('question', input.question)}`,
  };
}
