import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { ThinkInput } from './think.task.ts';

export function thinkPrompt({ question, chart, turns, language }: ThinkInput, fence: Fence): Prompt {
  return {
    system: [
      'You reason for a clinician before anything is looked up. Say in a few short sentences: what has to be decided,',
      'which facts of the chart bear on it, what could do harm, and what should be looked up to be sure.',
      'Give no final recommendation yet, and name no source.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...(chart === '' ? [] : [fence('chart', chart)]),
      ...turns.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', question),
    ].join('\n\n'),
  };
}
