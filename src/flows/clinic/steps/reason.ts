import { z } from 'zod';
import type { JudgeFor } from '../../../chart/safety/judge-for-patient.ts';
import { Language } from '../../../domain/language.ts';
import { RankedPassage } from '../../../domain/passage.ts';
import type { RunContext } from '../../../domain/run-context.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { markQuarantined } from '../../shared/search-notes.ts';
import { buildArguments, conditionTopic } from '../build-arguments.ts';
import {
  CALLS_AFTER,
  EvidenceSection,
  MAX_REASONING_TOOLS,
  type PlannedCall,
  reading,
  type TimelineStep,
} from '../clinic-state.ts';
import { KNOWLEDGE_TOOLS, ReadTool } from '../clinic-tools.ts';
import { openFit } from '../fit-evidence.ts';
import { chartLines, gatherEvidence, quoteEvidence, withheldFrom } from '../gather-evidence.ts';
import { askMasked, literally } from '../mask-names.ts';
import { ParsedRequest } from '../request/parse-request.ts';
import { isOneDrug, readDrugs } from '../request/read-mentions.ts';
import { requestCues, toolFor } from '../request/request-cues.ts';
import { validateArguments } from './validate-call.ts';

const CHART_LINES = 12;

/** Thinks before it looks anything up: the reasoning is the value, tools serve it. */
export function think({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'thinking',
    reads: reading('language', 'clinical_context', 'reasoning_timeline'),
    outcomes: ['thought'],

    async run({ language, clinical_context, reasoning_timeline }, context) {
      const { user_input: question, patient, turns } = clinical_context;
      const lines = chartLines(question, patient?.passages ?? [], { isJudgement: true, limit: CHART_LINES });
      const chart = lines.map(({ text }) => text).join('\n');
      const input = { question, language, chart, turns };
      const asking = { context: quietly(context), withheld: patient?.withheld, calls: CALLS_AFTER.think };
      const { output } = await askMasked(gateway, thinkTask, input, asking);
      return {
        outcome: 'thought' as const,
        writes: { thinking: output, ...toldIn(reasoning_timeline, output) },
      };
    },
  });
}

function toldIn(timeline: readonly TimelineStep[], reasoning: string) {
  return { reasoning_timeline: [...timeline, { step: 'thinking', reasoning }] };
}

/** Thoughts are for the details panel: they are not streamed as the answer. */
function quietly(context: RunContext): RunContext {
  return {
    ...context,
    emit: (event) => {
      if (event.type !== 'token') context.emit(event);
    },
  };
}

export const thinkTask = defineTask({
  name: 'think',
  input: z.object({
    question: z.string(),
    language: Language,
    /** The lines of the chart that bear on the question; empty without a patient. */
    chart: z.string(),
    turns: z.array(z.object({ author: z.string(), text: z.string() })),
  }),
  output: z.string().min(1),
  prompt: ({ question, chart, turns, language }, fence) => ({
    system: [
      'You reason for a clinician before anything is looked up. Say in a few short sentences: what has to be decided,',
      'which facts of the chart bear on it, what could do harm, and what should be looked up to be sure.',
      'Give no final recommendation yet, and name no source.',
      `Write in ${language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      ...(chart === '' ? [] : [fence('chart', chart)]),
      ...turns.map(({ author, text }) => fence(`earlier message by ${author}`, text)),
      fence('question', question),
    ].join('\n\n'),
  }),
  maxOutputTokens: 1_024,
  twin: ({ question, language, chart }) => {
    const drugs = readDrugs(`${question} ${chart}`);
    const lines =
      language === 'vi'
        ? [`Cần quyết định: ${question}`, `Thuốc liên quan: ${drugs.join(', ') || 'không nêu'}.`]
        : [`To decide: ${question}`, `Drugs involved: ${drugs.join(', ') || 'none named'}.`];
    return [...lines, ...(chart === '' ? [] : [chart])].join('\n');
  },
});

export function reasonAgain({ gateway, judgeFor }: { gateway: Gateway; judgeFor: JudgeFor }) {
  return defineNode({
    step: 'thinking',
    reads: reading('principal', 'language', 'clinical_context', 'thinking', 'reports', 'reasoning_timeline'),
    outcomes: ['thought'],

    async run({ principal, language, clinical_context, thinking, reports, reasoning_timeline }, context) {
      const { user_input: question } = clinical_context;
      const at = new Date(context.clock()).toISOString();
      const fit = await openFit({
        ...{ judgeFor, gateway, reports, principal, clinical_context, language, context },
      });
      const gathered = gatherEvidence({
        question,
        language,
        at,
        patient: null,
        reports,
        proposals: [],
        fitting: fit.passages,
      });
      const input = { question, language, thinking, ...gathered };
      const asking = {
        context: quietly(context),
        withheld: withheldFrom(clinical_context, reports),
        calls: CALLS_AFTER.reason_again,
      };
      const { output, by } = await askMasked(gateway, reasonAgainTask, input, asking);
      const thought = `${thinking}\n${output}`;
      return {
        outcome: 'thought' as const,
        writes: {
          thinking: thought,
          ...toldIn(reasoning_timeline, by === 'twin' ? output : fit.draft(output)),
        },
      };
    },
  });
}

export const reasonAgainTask = defineTask({
  name: 'reason-again',
  input: z.object({
    question: z.string(),
    language: Language,
    thinking: z.string(),
    evidence: z.array(RankedPassage),
    sections: z.array(EvidenceSection),
  }),
  output: z.string().min(1),
  prompt: (input, fence) => ({
    system: [
      'You began to reason about a clinician’s question, and tools have looked things up. Go on reasoning over what they',
      'found: what it changes, what it leaves open, and what would be the safest course. A few short sentences.',
      `Write in ${input.language === 'vi' ? 'Vietnamese' : 'English'}.`,
    ].join('\n'),
    user: [
      fence('reasoning so far', input.thinking),
      ...input.evidence.map(({ document, text }, i) =>
        fence(`result ${i + 1}`, markQuarantined(`${document.title}\n${text}`)),
      ),
      fence('question', input.question),
    ].join('\n\n'),
  }),
  maxOutputTokens: 1_024,
  twin: ({ thinking, ...input }) => quoteEvidence({ ...input, isJudgement: true }) || thinking,
});

/** Decides from a chain of reasoning what should be looked up: nothing, one thing or two. */
export function extractToolNeeds({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'tool-needs',
    reads: reading('language', 'parsed_request', 'clinical_context', 'thinking'),
    outcomes: ['none', 'needed'],

    async run({ language, parsed_request: request, clinical_context, thinking }, context) {
      const { patient } = clinical_context;
      const input = {
        language,
        request,
        thinking,
        has_patient: patient !== null,
        medications: patient?.medications ?? [],
      };
      const asking = { context, withheld: patient?.withheld, calls: CALLS_AFTER.extract };
      const { output } = await askMasked(gateway, extractToolNeedsTask, input, asking);
      const needs = output.calls
        .map(({ tool, query }): PlannedCall => {
          const args = buildArguments(tool, query, { request, patient, language });
          return { call_id: context.newId(), tool, query, args };
        })
        .filter(isUsable);
      const outcome = needs.length === 0 ? ('none' as const) : ('needed' as const);
      return { outcome, writes: { needs } };

      /** A call that cannot be made is left out: reasoning goes on without it, and the trace says so. */
      function isUsable(call: PlannedCall): boolean {
        const found = validateArguments(call, clinical_context);
        if (found !== null)
          context.emit({
            type: 'note',
            data: { topic: 'call-invalid', tool: call.tool, problem: found.problem },
          });
        return found === null;
      }
    },
  });
}

const NeedsInput = z.object({
  language: Language,
  request: ParsedRequest,
  thinking: z.string(),
  has_patient: z.boolean().default(false),
  medications: z.array(z.string()),
});

const Need = z.object({ tool: ReadTool, query: z.string().max(1_000) });
type Need = z.infer<typeof Need>;

export const extractToolNeedsTask = defineTask({
  name: 'extract-tool-needs',
  model: 'fast',
  input: NeedsInput,
  output: z.object({ calls: z.array(Need).max(MAX_REASONING_TOOLS) }),
  prompt: (input, fence) => ({
    system: [
      'Name the tools that the reasoning needs before it can be relied on: none, one or two.',
      `Tools: ${ReadTool.options.join(', ')}. ${KNOWLEDGE_TOOLS}`,
      'query holds what the tool needs, such as the names of the drugs; never a patient’s name.',
      'Example: {"calls":[{"tool":"check_drug_interactions","query":"lisinopril amlodipine"}]}',
    ].join('\n'),
    user: [
      ...(input.medications.length === 0 ? [] : [fence('active medication', input.medications.join('\n'))]),
      fence('reasoning', input.thinking),
      fence('question', input.request.text),
    ].join('\n\n'),
  }),
  maxOutputTokens: 250,
  twin: (input) => ({ calls: needsByRules(input) }),
});

/** At most two tools that serve a judgement, what was asked about first. */
export function needsByRules({
  request,
  has_patient = false,
  medications,
  language,
}: Omit<z.input<typeof NeedsInput>, 'thinking'>): Need[] {
  const { folded, drugs, text } = request;
  const active = medications.flatMap((medication) => readDrugs(medication).slice(0, 1));
  // A class is no drug that a chart could be checked for; what the sources say of it is.
  const spokenOf = drugs.filter((drug) => !isMentionedAsCurrent(folded, drug) && isOneDrug(drug));
  const asked = spokenOf.filter((drug) => !active.includes(drug));
  const isCause = requestCues().cause.test(folded) && toolFor(folded) !== 'get_clinical_guideline';
  const about = has_patient && asked.length === 0 ? spokenOf : asked;
  // What a condition is called finds guidelines; what else is asked is found by its own words.
  const condition = has_patient && about.length > 0 ? '' : conditionTopic(text, [], language);
  const short = drugs.filter((drug) => !folded.includes(drug));
  const knowledge: Need =
    condition === '' || isCause
      ? { tool: 'retrieve_medical_info', query: condition || [text, ...short].join(' ') }
      : { tool: 'get_clinical_guideline', query: condition };
  if (toolFor(folded) === 'calculate') return [{ tool: 'calculate', query: text }, knowledge];
  if (drugs.length >= 2 && (!has_patient || (asked.length === 0 && spokenOf.length >= 2)))
    return [{ tool: 'check_drug_interactions', query: drugs.join(' ') }, knowledge];
  // With a chart the checks of an order are made: allergies, what is taken, kidneys, pregnancy, age.
  const checks = about.map((query): Need => ({ tool: 'check_drug_safety', query }));
  const isFact = requestCues().asks_fact.test(folded);
  return (isFact ? [knowledge, ...checks] : [...checks, knowledge]).slice(0, MAX_REASONING_TOOLS);
}

/** "…for a patient on amlodipine": what is taken already is not what the question is about. */
function isMentionedAsCurrent(folded: string, drug: string): boolean {
  return new RegExp(`\\b(?:on|taking|already on|dang (?:dung|uong))\\s+${literally(drug)}`, 'u').test(folded);
}
