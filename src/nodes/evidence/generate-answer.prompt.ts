import type { Language } from '../../domain/language.ts';
import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { AnswerInput } from './answer-input.ts';

/** What a model says, and nothing else, when the sources do not answer. */
export const INSUFFICIENT = 'INSUFFICIENT';

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', vi: 'Vietnamese' };

/** Asks for short marks: code checks and rewrites them anyway. */
export function generateAnswerPrompt(input: AnswerInput, fence: Fence): Prompt {
  return {
    system: [
      'You are a medical knowledge assistant. Answer the question from the sources given, and from nothing else.',
      '1. End every sentence that states a fact with the number of its source, as in [1].',
      `2. If the sources do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      '3. Say whether the evidence is strong (systematic reviews, randomised trials) or weaker.',
      '4. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '5. Copy numbers, doses and units exactly. Three to six short sentences, no headings, no lists.',
      `Write in ${LANGUAGE_NAMES[input.language]}.`,
    ].join('\n'),
    user: [
      ...input.evidence.map((passage, i) =>
        fence(
          `source ${i + 1}`,
          markQuarantined(
            `${passage.document.title}\n${passage.document.journal} (${passage.document.year}), evidence level: ${passage.document.evidence_level}\n\n${passage.text}`,
          ),
        ),
      ),
      ...input.history.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
