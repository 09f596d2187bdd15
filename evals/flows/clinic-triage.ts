import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { redactPii } from '../../src/guardrails/redact-pii.ts';
import { findMissing } from '../../src/nodes/clinic/find-missing.ts';
import { ToolName } from '../../src/nodes/clinic/triage-decision.ts';
import { triageByRules } from '../../src/nodes/clinic/triage-rules.ts';

const TriageItem = z.object({
  id: z.string(),
  language: z.enum(['en', 'vi']),
  split: z.enum(['tune', 'held']),
  message: z.string(),
  has_patient: z.boolean(),
  has_image: z.boolean(),
  route: z.enum(['direct', 'lookup', 'reasoning', 'multi_step', 'clarify']),
  tools: z.array(ToolName),
  mentions: z.object({ drugs: z.array(z.string()), patient: z.string() }),
});
export type TriageItem = z.infer<typeof TriageItem>;

export interface TriageScore {
  asked: number;
  /** Share of requests sent the way that their label says. */
  route: number;
  /** Of the lookups sent as lookups, the share that name the right tool. */
  tool: number;
  /** By label: how many, and how many of them right. */
  byRoute: Record<string, { asked: number; right: number }>;
  /** Ids of those sent another way. */
  wrong: string[];
}

export function triageItems(): TriageItem[] {
  const text = readFileSync(new URL('clinic-triage.json', import.meta.url), 'utf8');
  return z.array(TriageItem).parse(JSON.parse(text));
}

/** Sends each request as the flow would without a model: redacted, by rules, asking back where something is missing. */
export function scoreTriage(items: readonly TriageItem[]): TriageScore {
  const byRoute: TriageScore['byRoute'] = {};
  const wrong: string[] = [];
  let lookups = 0;
  let rightTools = 0;
  for (const { id, message, has_patient, has_image, route, tools } of items) {
    const sent = sendRequest({ question: redactPii(message).text, has_patient, has_image });
    const count = byRoute[route] ?? { asked: 0, right: 0 };
    byRoute[route] = count;
    count.asked += 1;
    if (sent.route === route) count.right += 1;
    else wrong.push(id);
    if (route === 'lookup' && sent.route === 'lookup') {
      lookups += 1;
      if (sent.tool === tools[0]) rightTools += 1;
    }
  }
  return {
    asked: items.length,
    route: (items.length - wrong.length) / items.length,
    tool: lookups === 0 ? 0 : rightTools / lookups,
    byRoute,
    wrong,
  };
}

export function sendRequest(input: { question: string; has_patient: boolean; has_image: boolean }) {
  const decision = triageByRules(input);
  const isUnclear = findMissing(decision, input) !== null;
  return { route: isUnclear ? ('clarify' as const) : decision.route, tool: decision.tool };
}
