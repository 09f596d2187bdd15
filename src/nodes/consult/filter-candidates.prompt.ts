import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';

export function filterCandidatesPrompt(
  input: { question: string; candidates: readonly { CAUHOI: string }[] },
  fence: Fence,
): Prompt {
  const list = input.candidates.map(({ CAUHOI }, i) => `${i + 1}. ${markQuarantined(CAUHOI)}`).join('\n');
  return {
    system: [
      'Which of the numbered questions of a knowledge base would help to answer the asked question?',
      'selected: their numbers, the most helpful first, at most ten. Leave out what is about something else.',
    ].join('\n'),
    user: [fence('knowledge base questions', list), fence('asked question', input.question)].join('\n\n'),
  };
}
