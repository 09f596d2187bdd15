import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { PlanInput } from './plan-subtask.task.ts';
import { ToolName } from './triage-decision.ts';

export function planSubtaskPrompt(input: PlanInput, fence: Fence): Prompt {
  return {
    system: [
      'Choose the one tool for the next step of a task, and put what it needs into query.',
      `Tools: ${ToolName.options.join(', ')}.`,
      ...(input.attempt > 1 ? ['The last query found nothing or was not understood: use other words.'] : []),
      'query names drugs, conditions or what is to be written; a token in square brackets stands for a name.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}.`,
      ...(input.done.length === 0 ? [] : [fence('done so far', input.done.join('\n'))]),
      fence('task', input.subtask.task),
      fence('whole request', input.request),
    ].join('\n\n'),
  };
}
