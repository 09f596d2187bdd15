import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { MAX_SUBTASKS } from './clinic-state.ts';
import type { DecomposeInput } from './decompose-intent.task.ts';
import { ToolName } from './triage-decision.ts';

export function decomposeIntentPrompt(input: DecomposeInput, fence: Fence): Prompt {
  return {
    system: [
      `Split a clinician’s request into the tasks it holds, in the order to do them: at most ${MAX_SUBTASKS}, each for one tool.`,
      `Tools: ${ToolName.options.join(', ')}.`,
      'A chart that is not open has to be found with search_patient first. Add no task that was not asked for.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}. An image is ${input.has_image ? 'attached' : 'not attached'}.`,
      fence('request', input.question),
    ].join('\n\n'),
  };
}
