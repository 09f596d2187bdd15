import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function enhanceQueryPrompt(input: { question: string; language: string }, fence: Fence): Prompt {
  return {
    system: [
      'You prepare a medical question for a literature search.',
      'query: the question in the words of medical literature, abbreviations written out, same language, nothing added that was not asked.',
      'expansions: up to six synonyms or clinical terms for what it speaks of, same language.',
    ].join('\n'),
    user: `Language: ${input.language}\n${fence('question', input.question)}`,
  };
}
