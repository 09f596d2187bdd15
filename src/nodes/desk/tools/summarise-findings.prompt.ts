import type { Fence, Prompt } from '../../../llm/gateway.port.ts';
import { markQuarantined } from '../../shared/mark-quarantined.ts';
import type { SummaryInput } from './summarise-findings.task.ts';

export function summariseFindingsPrompt({ query, language, statements }: SummaryInput, fence: Fence): Prompt {
  return {
    system: [
      'You sum up what a department of a hospital found, for a colleague who asked.',
      'Use only the statements given. Copy numbers, dates and units exactly; calculate nothing. At most three short sentences.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...statements.map((text, i) => fence(`statement ${i + 1}`, markQuarantined(text))),
      fence('question', query),
    ].join('\n\n'),
  };
}
