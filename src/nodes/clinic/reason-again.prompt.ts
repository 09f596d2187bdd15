import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { ReasonAgainInput } from './reason-again.task.ts';

export function reasonAgainPrompt(input: ReasonAgainInput, fence: Fence): Prompt {
  return {
    system: [
      'You began to reason about a clinician’s question, and tools have looked things up. Go on reasoning over what they',
      'found: what it changes, what it leaves open, and what would be the safest course. A few short sentences.',
      `Write in ${input.language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      fence('reasoning so far', input.thinking),
      ...input.evidence.map(({ document, text }, i) =>
        fence(`result ${i + 1}`, markQuarantined(`${document.title}\n${text}`)),
      ),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
