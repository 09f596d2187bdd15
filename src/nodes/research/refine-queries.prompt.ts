import type { Fence, Prompt } from '../../llm/gateway.port.ts';

export function refineQueriesPrompt(
  input: { question: string; language: string; missing: readonly { query: string }[] },
  fence: Fence,
): Prompt {
  return {
    system: [
      'A literature search left parts of a medical question unanswered. You word those parts anew.',
      'queries: one for each missing part, in their order, in the words of medical literature, same language, asking for the same thing.',
    ].join('\n'),
    user: [
      `Language: ${input.language}`,
      fence('question', input.question),
      ...input.missing.map(({ query }, i) => fence(`missing part ${i + 1}`, query)),
    ].join('\n'),
  };
}
