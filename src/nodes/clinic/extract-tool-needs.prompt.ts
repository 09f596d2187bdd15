import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import type { NeedsInput } from './extract-tool-needs.task.ts';
import { ReadTool } from './read-tool.ts';

export function extractToolNeedsPrompt(input: NeedsInput, fence: Fence): Prompt {
  return {
    system: [
      'Name the tools that the reasoning needs before it can be relied on: none, one or two.',
      `Tools: ${ReadTool.options.join(', ')}.`,
      'query holds what the tool needs, such as the names of the drugs; never a patient’s name.',
      'Example: {"calls":[{"tool":"check_drug_interactions","query":"lisinopril amlodipine"}]}',
    ].join('\n'),
    user: [
      ...(input.medications.length === 0 ? [] : [fence('active medication', input.medications.join('\n'))]),
      fence('reasoning', input.thinking),
      fence('question', input.question),
    ].join('\n\n'),
  };
}
