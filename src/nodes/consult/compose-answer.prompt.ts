import { LANGUAGE_NAMES } from '../../domain/language.ts';
import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { INSUFFICIENT } from '../shared/insufficient.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { ComposeInput } from './compose-input.ts';
import { consultRole } from './role-of.ts';

export function composeAnswerPrompt(input: ComposeInput, fence: Fence): Prompt {
  const { persona, tone } = consultRole(input.role);
  return {
    system: [
      `You are ${persona.en}. Be ${tone.en}.`,
      'Answer the question from the numbered question–answer pairs, and from nothing else.',
      '1. End every sentence that states a fact with the number of its pair, as in [1].',
      `2. If the pairs do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      '3. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '4. Copy numbers, doses and units exactly. Three to six short sentences, no headings, no lists.',
      `Write in ${LANGUAGE_NAMES[input.language]}.`,
    ].join('\n'),
    user: [
      ...input.evidence.map(({ document, text }, i) =>
        fence(`pair ${i + 1}`, markQuarantined(`${document.title}\n\n${text}`)),
      ),
      ...(input.context_summary === '' ? [] : [fence('earlier conversation', input.context_summary)]),
      ...(input.preferences.length === 0
        ? []
        : [fence('how the asker likes to be answered', input.preferences.join(', '))]),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
