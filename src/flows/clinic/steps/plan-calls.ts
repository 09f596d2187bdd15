import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { splitProse } from '../../../language/sentences.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { buildArguments, conditionTopic, readTopic } from '../build-arguments.ts';
import {
  CALLS_AFTER,
  CALLS_PER_SUBTASK,
  type CallReport,
  type PatientSummary,
  reading,
  SITUATION,
  Subtask,
} from '../clinic-state.ts';
import { KNOWLEDGE_TOOLS, PATIENT_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { withheldFrom } from '../gather-evidence.ts';
import { askMasked } from '../mask-names.ts';
import { isAsked, ParsedRequest } from '../request/parse-request.ts';
import { readDrugs } from '../request/read-mentions.ts';
import { foldForCues, toolFor } from '../request/request-cues.ts';
import { validateArguments } from './validate-call.ts';

/** Makes the one call of a lookup from what triage named: no model, no planning. */
export function planLookup() {
  return defineNode({
    step: 'fast-path',
    reads: reading('language', 'triage', 'parsed_request', 'clinical_context'),
    outcomes: ['planned'],

    run({ language, triage, parsed_request: request, clinical_context: { patient } }, { newId }) {
      const tool = triage.tool ?? 'retrieve_medical_info';
      const query = triage.query ?? request.text;
      const args = buildArguments(tool, query, { request, patient, language });
      return {
        outcome: 'planned' as const,
        writes: { call: { call_id: newId(), tool, query, args }, fixes: 0, retries: 0 },
      };
    },
  });
}

/** Chooses the tool for the current subtask, knowing what the earlier ones came to. */
export function planSubtask({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'plan',
    reads: reading(...SITUATION, 'subtasks', 'loop', 'call').partial({ call: true }),
    outcomes: ['planned'],

    async run(
      { language, parsed_request: request, clinical_context, subtasks, loop, reports, call: before },
      context,
    ) {
      const { patient } = clinical_context;
      const subtask = subtasks[loop.index];
      if (subtask === undefined)
        throw new Error(`there is no subtask ${loop.index + 1} of ${subtasks.length}`);
      const input = {
        subtask,
        request,
        has_patient: patient !== null,
        conditions: patient?.conditions ?? [],
        attempt: loop.iterations + 1,
        done: reports.map(({ call, status }) => `${call.tool}: ${status}`),
      };
      const spent = context.budget.spent().llm_calls;
      // Once its share of model calls is spent, a subtask is planned by rules.
      const asking = {
        context,
        withheld: withheldFrom(clinical_context, reports),
        calls: spent + CALLS_PER_SUBTASK - loop.calls,
        // Whoever split the request has named the tool; other words are for a second attempt.
        certain: subtask.tool !== null && loop.iterations === 0 ? 'tool-named' : null,
      };
      const { output } = await askMasked(gateway, planSubtaskTask, input, asking);
      const isAllowed = isAsked(output.tool, request);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: output.tool } });
      const { tool, query } = isAllowed ? output : planByRules(input);
      const findings = summariseFindings(reports, patient);
      const args = buildArguments(tool, query, { request, patient, language, findings });
      const calls = loop.calls + context.budget.spent().llm_calls - spent;
      return {
        outcome: 'planned' as const,
        writes: { call: { call_id: callId(), tool, query, args }, loop: { ...loop, calls }, fixes: 0 },
      };

      /** A call made again in other words takes the place of the one that failed. */
      function callId(): string {
        const failed = reports.some(
          ({ call, status }) => call.call_id === before?.call_id && status !== 'ok',
        );
        return loop.iterations > 0 && before && failed ? before.call_id : context.newId();
      }
    },
  });
}

const PlanInput = z.object({
  subtask: Subtask,
  request: ParsedRequest,
  has_patient: z.boolean(),
  /** Of the open chart. */
  conditions: z.array(z.string()),
  attempt: z.number().int(),
  done: z.array(z.string()),
});
type PlanInput = z.infer<typeof PlanInput>;

const FEWER_WORDS = 6;
const KNOWLEDGE: ReadonlySet<ToolName> = new Set(['get_clinical_guideline', 'retrieve_medical_info']);

const Plan = z.object({ tool: ToolName, query: z.string().min(1) });
type Plan = z.infer<typeof Plan>;

export const planSubtaskTask = defineTask({
  name: 'plan-subtask',
  model: 'fast',
  input: PlanInput,
  output: Plan,
  prompt: (input, fence) => ({
    system: [
      'Choose the one tool for the next step of a task, and put what it needs into query.',
      `Tools: ${ToolName.options.join(', ')}. ${KNOWLEDGE_TOOLS}`,
      ...(input.attempt > 1 ? ['The last query found nothing or was not understood: use other words.'] : []),
      'query names drugs, conditions or what is to be written; a token in square brackets stands for a name.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}.`,
      ...(input.done.length === 0 ? [] : [fence('done so far', input.done.join('\n'))]),
      fence('task', input.subtask.task),
      fence('whole request', input.request.text),
    ].join('\n\n'),
  }),
  maxOutputTokens: 150,
  twin: planByRules,
});

export function planByRules({ subtask, request, has_patient, conditions, attempt }: PlanInput): Plan {
  const named = subtask.tool ?? toolFor(foldForCues(subtask.task));
  // A subtask is a model's wording: what it writes, the request itself has to ask for.
  const tool = named !== null && isAsked(named, request) ? named : 'retrieve_medical_info';
  if (PATIENT_TOOLS.has(tool) && !has_patient && request.patient !== '')
    return { tool: 'search_patient', query: request.text };
  if (attempt === 1) return { tool, query: subtask.task };
  // What the knowledge base does not hold under all conditions, it may hold under one.
  const one = KNOWLEDGE.has(tool) ? conditionTopic('', conditions.slice(attempt - 2, attempt - 1), 'en') : '';
  return { tool, query: one || inFewerWords(subtask.task) };
}

function inFewerWords(task: string): string {
  const drugs = readDrugs(task);
  if (drugs.length > 0) return drugs.join(' ');
  const [head = ''] = readTopic(task).split(/\s(?:in|for|with|among|after|trong|ở|cho|sau)\s/iu);
  return head.split(/\s+/u).slice(0, FEWER_WORDS).join(' ') || task;
}

const SENTENCES_EACH = 2;
const MAX_CHARACTERS = 4_000;

/** What was found so far in its own words, for a note that is to hold it; a person reads it before it is saved. */
function summariseFindings(reports: readonly CallReport[], patient: PatientSummary | null): string {
  const lines = reports.flatMap(({ call, status, message, passages }) => {
    if (status !== 'ok') return [`${call.tool}: ${message.en}`];
    const sentences = passages
      .flatMap(({ text, document }) => splitProse(text, document.language))
      .slice(0, SENTENCES_EACH);
    return sentences.map(({ text }) => `${call.tool}: ${text}`);
  });
  if (lines.length === 0) return '';
  const known = [...(patient?.conditions ?? []), ...(patient?.medications ?? [])].slice(0, 10);
  return [...(known.length === 0 ? [] : [known.join('; ')]), ...lines].join('\n').slice(0, MAX_CHARACTERS);
}

/** Puts a call's query into other words, once. What is still missing then is the asker's to say. */
export function fixArguments({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'fix-arguments',
    reads: reading(
      'language',
      'call',
      'problem',
      'parsed_request',
      'clinical_context',
      'fixes',
      'loop',
    ).partial({ loop: true }),
    outcomes: ['fixed', 'needs-input'],

    async run({ language, call, problem, parsed_request, clinical_context, fixes, loop }, context) {
      // What is to be written is in the asker's words or it is not: no other words stand in for them.
      if (WRITE_TOOLS.has(call.tool))
        return { outcome: 'needs-input' as const, writes: { fixes: fixes + 1 } };
      const { patient } = clinical_context;
      const spent = context.budget.spent().llm_calls;
      const limit = loop ? spent + CALLS_PER_SUBTASK - loop.calls : CALLS_AFTER.fix_lookup;
      const asking = { context, withheld: patient?.withheld, calls: limit };
      const asked = { tool: call.tool, query: call.query, problem, request: parsed_request.text };
      const { query } = (await askMasked(gateway, fixArgumentsTask, asked, asking)).output;
      const args = buildArguments(call.tool, query, { request: parsed_request, patient, language });
      const fixed = { ...call, query, args };
      const left = validateArguments(fixed, clinical_context);
      const calls = context.budget.spent().llm_calls - spent;
      const writes = {
        call: fixed,
        fixes: fixes + 1,
        ...(loop ? { loop: { ...loop, calls: loop.calls + calls } } : {}),
      };
      return left === null
        ? { outcome: 'fixed' as const, writes }
        : { outcome: 'needs-input' as const, writes: { ...writes, ...left } };
    },
  });
}

export const fixArgumentsTask = defineTask({
  name: 'fix-arguments',
  model: 'fast',
  input: z.object({ tool: ToolName, query: z.string(), problem: z.string(), request: z.string() }),
  output: z.object({ query: z.string().min(1) }),
  prompt: ({ tool, query, problem, request }, fence) => ({
    system: [
      `The tool ${tool} was called with a query that it cannot use: ${problem}.`,
      'query: the same anew from the request, with only drugs, conditions and names that stand in it; where it names none, the query as it is.',
    ].join('\n'),
    user: [fence('query', query), fence('request', request)].join('\n\n'),
  }),
  maxOutputTokens: 150,
  twin: ({ query, request }) => ({ query: query.includes(request) ? query : `${query} ${request}`.trim() }),
});
