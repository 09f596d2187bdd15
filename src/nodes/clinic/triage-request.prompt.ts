import type { Fence, Prompt } from '../../llm/gateway.port.ts';
import { ToolName } from './triage-decision.ts';
import type { TriageTaskInput } from './triage-request.task.ts';

export function triageRequestPrompt(input: TriageTaskInput, fence: Fence): Prompt {
  return {
    system: [
      'Sort a clinician’s request into one route.',
      'direct: a greeting, thanks, what the assistant can do, an abbreviation, a conversion, a one-line definition.',
      'lookup: exactly one tool answers it; name the tool and put what it needs into query.',
      'reasoning: a clinical judgement (which drug, should we, why), with at most two tools to serve it.',
      'multi_step: two or more tasks, or a chart that must be searched for first.',
      `Tools: ${ToolName.options.join(', ')}.`,
      'tool and query are null unless the route is lookup.',
      'Example: "check interactions between warfarin and aspirin" is {"route":"lookup","tool":"check_drug_interactions","query":"warfarin aspirin"}.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}. An image is ${input.has_image ? 'attached' : 'not attached'}.`,
      fence('request', input.question),
    ].join('\n\n'),
  };
}
