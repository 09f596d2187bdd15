import { LANGUAGE_NAMES } from '../../domain/language.ts';
import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { INSUFFICIENT } from '../shared/insufficient.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { QuestionType } from './question-type.ts';
import type { SynthesisInput } from './synthesis-input.ts';

const FORM: Readonly<Record<QuestionType, string>> = {
  SIMPLE: 'Three to six short sentences, no headings, no lists.',
  COMPARATIVE:
    'First a Markdown table: one column for each thing compared, one row for each aspect that the sources speak of, full sentences in the cells. Then two or three sentences on what follows from it.',
  MULTI_STEP: 'A numbered list, one item for each step, in order, each of one to three short sentences.',
  TEMPORAL:
    'The earlier time under a heading with its year, then the later time under a heading with its year; under each a list of short sentences.',
};

/** Asks for short marks: code checks and rewrites them anyway. */
export function synthesizeAnswerPrompt(input: SynthesisInput, fence: Fence): Prompt {
  return {
    system: [
      'You are a medical knowledge assistant. Answer the question, with all its parts, from the sources given, and from nothing else.',
      '1. End every sentence that states a fact, in tables and lists too, with the number of its source, as in [1].',
      `2. If the sources hold nothing of the answer, reply with the single word ${INSUFFICIENT}. A part they do not answer is left out.`,
      '3. Never give a definitive diagnosis; suggest a healthcare provider where a decision is needed.',
      '4. Copy numbers, doses and units exactly.',
      `5. ${FORM[input.type]}`,
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
      ...(input.sub_queries.length > 1
        ? input.sub_queries.map(({ query }, i) => fence(`part ${i + 1} of the question`, query))
        : []),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
