import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { ComposeInput } from './compose-answer.task.ts';

/** Asks for short marks: code checks and rewrites them anyway. */
export function composeAnswerPrompt({ question, language, statements }: ComposeInput, fence: Fence): Prompt {
  return {
    system: [
      'You answer a colleague at a hospital from statements of its departments, and from nothing else.',
      '1. End every sentence with the number of the source it rests on, as in [1].',
      '2. Copy numbers, dates and units exactly; calculate nothing. State a calculation with its result as given.',
      '3. Where two statements contradict each other, give both, and say which source says which.',
      '4. At most six short sentences, no headings, no lists.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...statements.map(({ text, source }) => fence(`source ${source}`, markQuarantined(text))),
      fence('question', question),
    ].join('\n\n'),
  };
}
