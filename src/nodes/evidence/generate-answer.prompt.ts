import { LANGUAGE_NAMES } from '../../domain/language.ts';
import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { INSUFFICIENT } from '../shared/insufficient.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { AnswerInput } from './answer-input.ts';

const CONTEXT_RULE =
  '6. Context stands before or after a source in its document. Read it to understand the source; state and cite only what the source itself says.';

/** Asks for short marks: code checks and rewrites them anyway. */
export function generateAnswerPrompt(input: AnswerInput, fence: Fence): Prompt {
  const hasContext = input.surroundings.some(({ before, after }) => before !== '' || after !== '');
  return {
    system: [
      'You are a medical knowledge assistant. Answer the question from the sources given, and from nothing else.',
      '1. End every sentence that states a fact with the number of its source, as in [1].',
      `2. If the sources do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      '3. Say whether the evidence is strong (systematic reviews, randomised trials) or weaker.',
      '4. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '5. Copy numbers, doses and units exactly. Three to six short sentences, no headings, no lists.',
      ...(hasContext ? [CONTEXT_RULE] : []),
      `Write in ${LANGUAGE_NAMES[input.language]}.`,
    ].join('\n'),
    user: [
      ...input.evidence.flatMap((passage, i) => {
        const { before = '', after = '' } = input.surroundings[i] ?? {};
        return [
          ...context(`before source ${i + 1}`, before, fence),
          fence(
            `source ${i + 1}`,
            markQuarantined(
              `${passage.document.title}\n${passage.document.journal} (${passage.document.year}), evidence level: ${passage.document.evidence_level}\n\n${passage.text}`,
            ),
          ),
          ...context(`after source ${i + 1}`, after, fence),
        ];
      }),
      ...input.history.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', input.question),
    ].join('\n\n'),
  };
}

function context(place: string, text: string, fence: Fence): string[] {
  return text === '' ? [] : [fence(`context ${place} not to be cited`, markQuarantined(text))];
}
