import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function enhanceQueryPrompt(input: { question: string; language: string }, fence: Fence): Prompt {
  return {
    system: [
      'You prepare a medical question for a literature search.',
      'query: the question in the words of medical literature, abbreviations written out, same language, nothing added that was not asked.',
      'expansions: up to six; phrase: words of the question, alternatives: other lay or clinical words for them, same language.',
    ].join('\n'),
    user: `Language: ${input.language}\n${fence('question', input.question)}`,
  };
}
