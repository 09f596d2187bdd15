import { redactPii } from '../../src/guardrails/redact-pii.ts';
import { findMissing } from '../../src/nodes/clinic/find-missing.ts';
import type { ToolName, TriageRoute } from '../../src/nodes/clinic/triage-decision.ts';
import { triageByRules } from '../../src/nodes/clinic/triage-rules.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

const FLOOR = 0.85;

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
  const describe = (item: TriageItem) => `${item.id} ${item.route}, sent as ${sendRequest(item).route}`;
  return {
    name: 'clinic-triage',
    figures: [
      share('route', items, (item) => sendRequest(item).route === item.route, { floor: FLOOR, describe }),
      share('tool of a lookup', lookups, (item) => sendRequest(item).tool === item.tools[0], {
        floor: FLOOR,
        describe,
      }),
    ],
  };
}

/** Sends a request as the flow does: redacted, by rules, asking back where something is missing. */
export function sendRequest({
  message,
  has_patient,
  has_image,
}: Pick<TriageItem, 'message' | 'has_patient' | 'has_image'>) {
  const input = { question: redactPii(message).text, has_patient, has_image };
  const decision = triageByRules(input);
  const isUnclear = findMissing(decision, input) !== null;
  return { route: isUnclear ? ('clarify' as const) : decision.route, tool: decision.tool };
}
