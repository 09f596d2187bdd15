import type { TriageRoute } from '../../src/flows/clinic/clinic-state.ts';
import type { ToolName } from '../../src/flows/clinic/clinic-tools.ts';
import { parseRequest } from '../../src/flows/clinic/request/parse-request.ts';
import { decomposeByRules } from '../../src/flows/clinic/steps/run-subtasks.ts';
import { triageByRules } from '../../src/flows/clinic/steps/triage-request.ts';
import { findMissing } from '../../src/flows/clinic/steps/validate-call.ts';
import { redactPii } from '../../src/gates/front/pii/redact-pii.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

/** Floors of the part that was held back. */
const FLOOR = 0.85;
/** Where the rules stand, so that they do not get worse unseen. */
const TOOL_FLOOR = 0.8;
const TOOLS_FLOOR = 0.55;
/** A chart with something in it, for requests that lean on what the patient takes. */
const MEDICATIONS = ['amlodipine 5 mg once daily'];

export interface TriageItem {
  id: string;
  language: 'en' | 'vi';
  split: Split;
  message: string;
  has_patient: boolean;
  has_image: boolean;
  route: TriageRoute | 'clarify';
  tools: ToolName[];
}

/** Whether requests go the way that their label says, and to the right tool, when no model helps. */
export function measureClinicTriage(): SuiteReport {
  const items = loadSet<TriageItem>('clinic-triage');
  const lookups = items.filter((item) => item.route === 'lookup' && sendRequest(item).route === 'lookup');
  const all = {
    lookup: items.filter(({ route }) => route === 'lookup'),
    multi_step: items.filter(({ route }) => route === 'multi_step'),
  };
  const describe = (item: TriageItem) => `${item.id} ${item.route}, sent as ${sendRequest(item).route}`;
  return {
    name: 'clinic-triage',
    figures: [
      share('route', items, (item) => sendRequest(item).route === item.route, { floor: FLOOR, describe }),
      share('route and tool of a lookup', all.lookup, isSentToTool, { floor: TOOL_FLOOR, describe }),
      share('every tool of several steps', all.multi_step, findsTools, { floor: TOOLS_FLOOR, describe }),
      share('tool of a lookup', lookups, (item) => sendRequest(item).tool === item.tools[0], {
        floor: FLOOR,
        describe,
      }),
    ],
  };
}

function isSentToTool(item: TriageItem): boolean {
  const { route, tool } = sendRequest(item);
  return route === 'lookup' && tool === item.tools[0];
}

/** Whether the subtasks call for every tool that the label names. */
function findsTools({ message, has_patient, tools }: TriageItem): boolean {
  const medications = has_patient ? MEDICATIONS : [];
  const planned = decomposeByRules({
    request: parseRequest(redactPii(message).text),
    has_patient,
    medications,
  });
  return tools.every((tool) => planned.some((subtask) => subtask.tool === tool));
}

/** Sends a request as the flow does: redacted, by rules, asking back where something is missing. */
export function sendRequest({
  message,
  has_patient,
  has_image,
}: Pick<TriageItem, 'message' | 'has_patient' | 'has_image'>) {
  const input = { request: parseRequest(redactPii(message).text), has_patient, has_image };
  const decision = triageByRules(input);
  const isUnclear = findMissing(decision, input) !== null;
  return { route: isUnclear ? ('clarify' as const) : decision.route, tool: decision.tool };
}
