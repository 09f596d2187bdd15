import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { withinCalls } from '../../shared/within-calls.ts';
import { CALLS_AFTER, ClinicalContext, TimelineStep, TriageDecision } from '../clinic-state.ts';
import { CHART_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { maskPrompts } from '../mask-names.ts';
import { findMissing } from '../request/find-missing.ts';
import { isAsked, readParts, writeParts } from '../request/parse-request.ts';
import { type Mentions, readMentions } from '../request/read-mentions.ts';
import {
  ABOUT_ASSISTANT,
  foldForCues,
  JUDGEMENT,
  ONE_LINER,
  POINTS_AT_PATIENT,
  SMALL_TALK,
} from '../request/request-cues.ts';

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
    reads: z.object({
      clinical_context: ClinicalContext,
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['direct', 'lookup', 'reasoning', 'multi_step', 'clarify'],

    async run({ clinical_context, reasoning_timeline }, context) {
      const input = {
        question: clinical_context.user_input,
        has_patient: clinical_context.patient !== null,
        has_image: clinical_context.image_present,
      };
      const { output } = await gateway.run(
        maskPrompts(triageRequestTask, clinical_context.patient?.withheld ?? []),
        input,
        withinCalls(context, CALLS_AFTER.triage),
      );
      const isAllowed = isAsked(output.tool, input.question);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: output.tool } });
      const triage = isAllowed ? completed(output, input) : triageByRules(input);
      const missing = findMissing(triage, input);
      const route = missing === null ? triage.route : ('clarify' as const);
      const writes = {
        triage,
        route,
        reasoning_timeline: [
          { step: 'triage', decision: route.toUpperCase(), reason: missing ?? REASONS[triage.route] },
          ...reasoning_timeline,
        ],
      };
      return missing === null
        ? { outcome: triage.route, writes }
        : { outcome: 'clarify' as const, writes: { ...writes, missing } };
    },
  });
}

/** A lookup names its tool: where a model left it out, the rules say which, or that it is none. */
function completed(decision: TriageDecision, input: Parameters<typeof triageByRules>[0]): TriageDecision {
  if (decision.route !== 'lookup') return { route: decision.route, tool: null, query: null };
  if (decision.tool === null) return triageByRules(input);
  return { ...decision, query: decision.query?.trim() || input.question };
}

function triageRequestPrompt(input: TriageTaskInput, fence: Fence): Prompt {
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

const TriageTaskInput = z.object({ question: z.string(), has_patient: z.boolean(), has_image: z.boolean() });
type TriageTaskInput = z.infer<typeof TriageTaskInput>;

const triageRequestTask = defineTask({
  name: 'triage-request',
  model: 'fast',
  input: TriageTaskInput,
  output: TriageDecision,
  prompt: triageRequestPrompt,
  maxOutputTokens: 150,
  timeoutMs: 8_000,
  /** Answers when no model can: by intent cues, and the drugs and the patient that the request names. */
  twin: triageByRules,
});

export interface TriageInput {
  question: string;
  has_patient: boolean;
  has_image: boolean;
}

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
/** What is measured and kept in charts. */
const MEASURED =
  /\b(?:potassium|sodium|creatinine|egfr|inr|hba1c|glucose|ha?emoglobin|platelets?|crp|troponin|weight|bmi|blood pressure|bp|heart rate|temperature|lipids?|ldl|tsh|alt|bilirubin|kali|natri|duong huyet|can nang|huyet ap|nhiet do|mach|tieu cau)\b/u;
const BESIDE = /\b(?:with|and|plus|voi|cung|va)\b|\bw\/|\+/u;

/** Which way a request goes, by its cues, the drugs and the patient it names. */
export function triageByRules(input: TriageInput): TriageDecision {
  const { question } = input;
  const folded = foldForCues(question).trim();
  const mentions = readMentions(question);
  const tools = toolsIn(input, mentions);
  if (isDirect(folded, mentions, tools)) return { route: 'direct', tool: null, query: null };
  const [tool] = tools;
  const isSeveral = tools.length > 1 || writeParts(question).length > 1;
  if (isSeveral || needsSearchFirst(input, mentions, tools))
    return { route: 'multi_step', tool: null, query: null };
  // What is asked about the patient in hand, and no chart entry answers, is a judgement too.
  const isJudgement =
    JUDGEMENT.test(folded) ||
    (asksAboutWrite(question) && tool === undefined) ||
    (tool === undefined && POINTS_AT_PATIENT.test(folded));
  if (isJudgement && !(tool && PLAIN_TOOLS.has(tool))) return { route: 'reasoning', tool: null, query: null };
  // Of a write that is not to be made there is nothing to look up.
  if (tool === undefined && declinesWrite(question)) return { route: 'direct', tool: null, query: null };
  return { route: 'lookup', tool: tool ?? 'retrieve_medical_info', query: question };
}

/** The tools that the parts of a request call for, each once, in order. */
export function toolsIn({ question, has_image }: TriageInput, mentions: Mentions): ToolName[] {
  const { parts } = readParts(question);
  const named = parts.flatMap(({ tool }) => tool ?? []);
  const tools = [...new Set(named)];
  if (has_image && tools.length === 0) return ['analyze_medical_image'];
  // What a chart holds, of someone who is named: "potassium of Eleanor Ashgrove?"
  if (tools.length === 0 && mentions.patient !== '' && MEASURED.test(foldForCues(question)))
    return ['get_patient_chart'];
  // Two drugs beside each other, and nothing else asked of them: whether they go together.
  const isPair = mentions.drugs.length >= 2 && BESIDE.test(foldForCues(question));
  if (tools.length === 0 && parts.length <= 2 && isPair && !JUDGEMENT.test(foldForCues(question)))
    return ['check_drug_interactions'];
  return tools;
}

function isDirect(folded: string, { drugs, patient }: Mentions, tools: readonly ToolName[]): boolean {
  if (ABOUT_ASSISTANT.test(folded)) return true;
  if (ONE_LINER.test(folded) && drugs.length === 0)
    return tools.every((tool) => !WRITE_TOOLS.has(tool) || !/^(?:save|add|luu|them)/u.test(folded));
  const isShort = folded.split(/\s+/u).length <= SHORT_WORDS;
  return (
    SMALL_TALK.test(folded) &&
    isShort &&
    tools.length === 0 &&
    drugs.length === 0 &&
    patient === '' &&
    !/\?$/u.test(folded)
  );
}

/** Whether a request says of a write, and of nothing else, that it is not to be made. */
export function declinesWrite(question: string): boolean {
  const { parts } = readParts(question);
  return parts.some(({ isRefusal }) => isRefusal) && parts.every(({ tool }) => tool === null);
}

/** "Start lisinopril?" weighs a write. */
function asksAboutWrite(question: string): boolean {
  return readParts(question).parts.some(({ isWeighed }) => isWeighed);
}

/** A chart is read or written for someone who is named and not open. */
function needsSearchFirst(
  { has_patient }: TriageInput,
  { patient }: Mentions,
  tools: readonly ToolName[],
): boolean {
  return !has_patient && patient !== '' && tools.some((tool) => CHART_TOOLS.has(tool));
}
