import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { asksChart } from '../chart-question.ts';
import { CALLS_AFTER, reading, TriageDecision } from '../clinic-state.ts';
import { KNOWLEDGE_TOOLS, PATIENT_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { askMasked } from '../mask-names.ts';
import { declinesWrite, isAsked, ParsedRequest, toolsOf } from '../request/parse-request.ts';
import { isOneDrug } from '../request/read-mentions.ts';
import { findMissing } from './validate-call.ts';

const REASONS: Readonly<Record<TriageDecision['route'], string>> = {
  direct: 'No tool is needed',
  lookup: 'One tool answers it',
  reasoning: 'Clinical reasoning with patient context',
  multi_step: 'More than one task',
};

/** Sends the request one of four ways, or asks back when something is missing that nothing can stand in for. */
export function triageRequest({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'triage',
    reads: reading('parsed_request', 'clinical_context', 'reports', 'reasoning_timeline'),
    outcomes: ['direct', 'lookup', 'charted', 'reasoning', 'multi_step', 'clarify'],

    async run({ parsed_request: request, clinical_context, reports, reasoning_timeline }, context) {
      const answer = clinical_context.patient?.answer ?? null;
      const input = {
        request,
        has_patient: clinical_context.patient !== null,
        has_image: clinical_context.image_present,
        asks_chart: !clinical_context.image_present && asksChart(request, answer),
      };
      const asking = {
        context,
        withheld: clinical_context.patient?.withheld,
        calls: CALLS_AFTER.triage,
        // Such a reading was right each of 43 times on the labelled requests, 13 of them held out.
        certain: certainRule(input),
      };
      const { output } = await askMasked(gateway, triageRequestTask, input, asking);
      const isAllowed = isAsked(output.tool, request);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: output.tool } });
      const triage = isAllowed ? completed(output, input) : triageByRules(input);
      // Of what may not be ordered at all nothing is asked.
      const isClosed = clinical_context.patient?.state !== undefined && request.writes.length > 0;
      const needed = isClosed ? null : findMissing(triage, input);
      // Who was named is known, though their chart cannot be read now: that is told, and not asked back.
      const isAway = needed === 'patient' && reports.some(({ status }) => status === 'unavailable');
      const missing = isAway ? null : needed;
      const isCharted = triage.tool === 'get_patient_chart' && (answer !== null || isAway);
      const route = missing === null ? triage.route : ('clarify' as const);
      const writes = {
        triage,
        route,
        reasoning_timeline: [
          { step: 'triage', decision: route.toUpperCase(), reason: missing ?? REASONS[triage.route] },
          ...reasoning_timeline,
        ],
      };
      if (isCharted || isAway) return { outcome: 'charted' as const, writes };
      return missing === null
        ? { outcome: triage.route, writes }
        : { outcome: 'clarify' as const, writes: { ...writes, missing } };
    },
  });
}

/** A lookup names its tool: where a model left it out, the rules say which, or that it is none. */
function completed(decision: TriageDecision, input: TriageInput): TriageDecision {
  if (decision.route !== 'lookup') return { route: decision.route, tool: null, query: null };
  if (decision.tool === null) return triageByRules(input);
  return { ...decision, query: decision.query?.trim() || input.request.text };
}

function certainRule(input: TriageInput): string | null {
  if (input.asks_chart) return 'chart-question';
  const { route, tool } = triageByRules(input);
  if (route === 'direct') return 'small-talk-or-one-liner';
  // A calculator goes by its name, and is told its values.
  return tool === 'calculate' ? 'calculator-named' : null;
}

const TriageInput = z.object({
  request: ParsedRequest,
  has_patient: z.boolean(),
  has_image: z.boolean(),
  /** It asks for what a chart holds, and for nothing else; where it is not said, by the words alone. */
  asks_chart: z.boolean().optional(),
});
export type TriageInput = z.infer<typeof TriageInput>;

export const triageRequestTask = defineTask({
  name: 'triage-request',
  model: 'fast',
  input: TriageInput,
  output: TriageDecision,
  prompt: (input, fence) => ({
    system: [
      'Sort a clinician’s request into one route.',
      'direct: a greeting, thanks, what the assistant can do, an abbreviation, a conversion, a one-line definition.',
      'lookup: exactly one tool answers it; name the tool and put what it needs into query.',
      'reasoning: a clinical judgement (which drug, should we, why), with at most two tools to serve it.',
      'multi_step: two or more tasks, or a chart that must be searched for first.',
      `Tools: ${ToolName.options.join(', ')}. ${KNOWLEDGE_TOOLS}`,
      'tool and query are null unless the route is lookup.',
      'Example: "check interactions between warfarin and aspirin" is {"route":"lookup","tool":"check_drug_interactions","query":"warfarin aspirin"}.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}. An image is ${input.has_image ? 'attached' : 'not attached'}.`,
      fence('request', input.request.text),
    ].join('\n\n'),
  }),
  maxOutputTokens: 150,
  twin: triageByRules,
});

/** Tools whose cue settles what is asked, even where the words also ask for a judgement. */
const PLAIN_TOOLS: ReadonlySet<ToolName> = new Set([
  ...WRITE_TOOLS,
  'search_patient',
  'find_clinical_trials',
  'search_medical_literature',
  'get_clinical_guideline',
  'analyze_medical_image',
]);
const SHORT_WORDS = 12;

export function triageByRules(input: TriageInput): TriageDecision {
  const { request, has_patient, has_image } = input;
  const { text, patient, parts, writes, cues, drugs } = request;
  if (input.asks_chart ?? (!has_image && asksChart(request, null)))
    return has_patient || patient === ''
      ? { route: 'lookup', tool: 'get_patient_chart', query: text }
      : { route: 'multi_step', tool: null, query: null };
  const tools = toolsOf(request, has_image);
  if (isDirect(request, tools)) return { route: 'direct', tool: null, query: null };
  const [tool] = tools;
  // Someone is named, and nothing is asked of them: whoever it is has to be found.
  if (!has_patient && patient !== '' && tool === undefined && request.drugs.length === 0 && !cues.judgement)
    return { route: 'lookup', tool: 'search_patient', query: text };
  // A chart is read or written for someone who is named and not open.
  const searchesFirst = !has_patient && patient !== '' && tools.some((one) => PATIENT_TOOLS.has(one));
  if (tools.length > 1 || writes.length > 1 || searchesFirst)
    return { route: 'multi_step', tool: null, query: null };
  // "Start lisinopril?" weighs a write; what is asked about the patient in hand, and no chart entry answers, is a judgement too.
  const isWeighed = cues.points_at_patient || parts.some((part) => part.isWeighed);
  // A drug that is spoken of beside an open chart is held against it.
  const isHeld = has_patient && drugs.some(isOneDrug) && !declinesWrite(request);
  const isJudgement = cues.judgement || (tool === undefined && (isWeighed || isHeld));
  if (isJudgement && !(tool && PLAIN_TOOLS.has(tool))) return { route: 'reasoning', tool: null, query: null };
  // Of a write that is not to be made there is nothing to look up.
  if (tool === undefined && declinesWrite(request)) return { route: 'direct', tool: null, query: null };
  return { route: 'lookup', tool: tool ?? 'retrieve_medical_info', query: text };
}

function isDirect({ folded, drugs, patient, cues }: ParsedRequest, tools: readonly ToolName[]): boolean {
  if (cues.about_assistant) return true;
  if (cues.one_liner && drugs.length === 0)
    return tools.every((tool) => !WRITE_TOOLS.has(tool) || !/^(?:save|add|luu|them)/u.test(folded));
  const isShort = folded.split(/\s+/u).length <= SHORT_WORDS;
  const namesNothing = tools.length === 0 && drugs.length === 0 && patient === '';
  return cues.small_talk && isShort && namesNothing && !folded.endsWith('?');
}
