import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { INSUFFICIENT } from '../shared/insufficient.ts';
import { markQuarantined } from '../shared/mark-quarantined.ts';
import type { SynthesisInput } from './synthesize-response.task.ts';

export function synthesizeResponsePrompt(input: SynthesisInput, fence: Fence): Prompt {
  const language = `Write in ${input.language === 'vi' ? 'Vietnamese' : 'English'}.`;
  return {
    system: [
      'You answer a clinician, in expert language, from the sources given and from nothing else.',
      '1. End every sentence that states a fact with the number of its source, as in [1].',
      '2. Say what bears on this patient first; then what the sources say; then what was not checked.',
      '3. "Not found" and "none recorded" are not "none": say them as they are.',
      '4. A proposed write has not happened. Never say that it has unless a source says so.',
      '5. Copy numbers, doses and units exactly. Short sentences, no headings.',
      `6. If the sources do not hold the answer, reply with the single word ${INSUFFICIENT}.`,
      language,
    ].join('\n'),
    user: [
      ...input.evidence.map(({ document, text }, i) =>
        fence(`source ${i + 1}`, markQuarantined(`${document.title}\n${text}`)),
      ),
      ...(input.thinking === '' ? [] : [fence('your own reasoning, not to be cited', input.thinking)]),
      ...input.turns.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
