import { z } from 'zod';
import { callNotDone, MISSING_FOR_CALL } from '../../../../texts/clinic.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { asksChart } from '../chart-question.ts';
import {
  CALLS_AFTER,
  type CallReport,
  MAX_ITERATIONS,
  MAX_SUBTASKS,
  reading,
  Subtask,
} from '../clinic-state.ts';
import { KNOWLEDGE_TOOLS, PATIENT_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { patientsFound } from '../gather-evidence.ts';
import { askMasked } from '../mask-names.ts';
import { ParsedRequest } from '../request/parse-request.ts';
import { readDrugs } from '../request/read-mentions.ts';
import { requestCues } from '../request/request-cues.ts';
import { failedReport, withReport } from './execute-calls.ts';

/** Says what a result means for its subtask. Code decides: a model asked whether it is enough says no. */
export function assessResult() {
  return defineNode({
    step: 'assess',
    reads: reading('call', 'clinical_context', 'reports', 'subtasks', 'loop'),
    outcomes: ['success', 'needs-more-action', 'needs-user-input', 'error'],

    run({ call, clinical_context, reports, subtasks, loop }) {
      const report = reports.find((one) => one.call.call_id === call.call_id);
      if (report?.status !== 'ok') return { outcome: 'error' as const, writes: {} };
      if (patientsFound(report).length > 1)
        return { outcome: 'needs-user-input' as const, writes: { missing: 'patient' as const } };
      const wanted = subtasks[loop.index]?.tool ?? call.tool;
      const isOnTheWay = call.tool === 'search_patient' && wanted !== 'search_patient';
      const goesOn = isOnTheWay && clinical_context.patient !== null && loop.iterations < MAX_ITERATIONS;
      return { outcome: goesOn ? ('needs-more-action' as const) : ('success' as const), writes: {} };
    },
  });
}

/** Chooses what to do about a call that failed: the same again, in other words, or on without it. */
export function chooseStrategy() {
  return defineNode({
    step: 'error-strategy',
    reads: reading('call', 'reports', 'loop', 'reasoning_timeline'),
    outcomes: ['retry_same', 'retry_reformulate', 'skip_subtask'],

    run({ call, reports, loop, reasoning_timeline }, { emit }) {
      const report = reports.find((one) => one.call.call_id === call.call_id);
      const outcome = strategyFor(report, loop.iterations);
      emit({
        type: 'note',
        data: { topic: 'error-strategy', tool: call.tool, strategy: outcome, reason: report?.reason },
      });
      return {
        outcome,
        writes: {
          reasoning_timeline: [...reasoning_timeline, { step: 'error', tool: call.tool, strategy: outcome }],
        },
      };
    },
  });
}

function strategyFor(report: CallReport | undefined, iterations: number) {
  if (report === undefined || iterations >= MAX_ITERATIONS) return 'skip_subtask' as const;
  const { status, strategy } = report;
  if (status === 'unavailable' && strategy === 'retry_same') return 'retry_same' as const;
  const mayBeReworded = status === 'invalid' || status === 'not-found';
  return mayBeReworded && strategy === 'retry_reformulate'
    ? ('retry_reformulate' as const)
    : ('skip_subtask' as const);
}

/** Goes on to the next subtask with fresh counters; after the last, what is to be written is proposed. */
export function advanceSubtask() {
  return defineNode({
    step: 'advance',
    reads: reading('subtasks', 'loop', 'write_calls', 'clinical_context'),
    outcomes: ['next', 'writes', 'done'],

    run({ subtasks, loop, write_calls, clinical_context: { patient } }) {
      // Whoever was found was read at once: a chart that has answered is not read again.
      const isRead = patient?.answer?.is_plain && subtasks[loop.index + 1]?.tool === 'get_patient_chart';
      const index = loop.index + (isRead ? 2 : 1);
      const writes = { loop: { index, iterations: 0, calls: 0 } };
      if (index < subtasks.length) return { outcome: 'next' as const, writes };
      return { outcome: write_calls.length > 0 ? ('writes' as const) : ('done' as const), writes };
    },
  });
}

/** A subtask that lacks what only the asker can say: asked for at once, or left out and said to be where others have results. */
export function settleMissing() {
  return defineNode({
    step: 'missing',
    reads: reading('call', 'missing', 'reports', 'write_calls'),
    outcomes: ['clarify', 'skip'],

    run({ call, missing, reports, write_calls }) {
      // Nobody is asked for a name that was given, while the chart cannot be searched.
      const isAway = missing === 'patient' && reports.some(({ status }) => status === 'unavailable');
      if (isAway) return { outcome: 'skip' as const, writes: {} };
      // What ends is not proposed without what is to take its place.
      const isHalf =
        call.tool === 'prescribe_medication' && write_calls.every(({ tool }) => tool === 'change_medication');
      const hasResults = (write_calls.length > 0 && !isHalf) || reports.some(({ status }) => status === 'ok');
      if (!hasResults) return { outcome: 'clarify' as const, writes: {} };
      const message = callNotDone(call.tool, MISSING_FOR_CALL[missing]);
      const report = failedReport(call, { status: 'invalid', reason: `missing-${missing}`, message });
      return { outcome: 'skip' as const, writes: { reports: withReport(reports, report) } };
    },
  });
}

export function decomposeIntent({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'decompose',
    reads: reading('parsed_request', 'clinical_context', 'reasoning_timeline'),
    outcomes: ['decomposed'],

    async run({ parsed_request: request, clinical_context, reasoning_timeline }, context) {
      const { patient, image_present: has_image } = clinical_context;
      const input = {
        request,
        has_patient: patient !== null,
        has_image,
        medications: patient?.medications ?? [],
      };
      const certain = asksChart(request, null) ? 'chart-question' : null;
      const asking = { context, withheld: patient?.withheld, calls: CALLS_AFTER.decompose, certain };
      const { output } = await askMasked(gateway, decomposeIntentTask, input, asking);
      const isAllowed = writesNoMore(output.subtasks, request);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: null } });
      const subtasks = (isAllowed ? output.subtasks : decomposeByRules(input)).slice(0, MAX_SUBTASKS);
      const detail = subtasks.map(({ task }, i) => `${i + 1}. ${task}`).join(' ');
      return {
        outcome: 'decomposed' as const,
        writes: {
          subtasks,
          loop: { index: 0, iterations: 0, calls: 0 },
          reasoning_timeline: [...reasoning_timeline, { step: 'decompose', detail }],
        },
      };
    },
  });
}

/** Whether subtasks write nothing that the asker's own words do not ask for, and nothing twice. */
function writesNoMore(subtasks: readonly Subtask[], { writes }: ParsedRequest): boolean {
  return [...WRITE_TOOLS].every(
    (tool) =>
      subtasks.filter((subtask) => subtask.tool === tool).length <=
      writes.filter((write) => write.tool === tool).length,
  );
}

const DecomposeInput = z.object({
  request: ParsedRequest,
  has_patient: z.boolean(),
  has_image: z.boolean(),
  /** Of the open chart. */
  medications: z.array(z.string()),
});
type DecomposeInput = z.infer<typeof DecomposeInput>;

export const decomposeIntentTask = defineTask({
  name: 'decompose-intent',
  model: 'fast',
  input: DecomposeInput,
  output: z.object({ subtasks: z.array(Subtask).min(1).max(MAX_SUBTASKS) }),
  prompt: (input, fence) => ({
    system: [
      `Split a clinician’s request into the tasks it holds, in the order to do them: at most ${MAX_SUBTASKS}, each for one tool.`,
      `Tools: ${ToolName.options.join(', ')}. ${KNOWLEDGE_TOOLS}`,
      'task: what is to be done in a few words, with the drugs or conditions that the tool needs.',
      'A chart that is not open has to be found with search_patient first. Add no task that was not asked for.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}. An image is ${input.has_image ? 'attached' : 'not attached'}.`,
      fence('request', input.request.text),
    ].join('\n\n'),
  }),
  maxOutputTokens: 400,
  twin: (input) => ({ subtasks: decomposeByRules(input) }),
});

const CHART_STEPS = ['search_patient', 'get_patient_chart'] as const;

/** The tasks of a request, in order, by the cues in its parts: never more than may be worked off. */
export function decomposeByRules({
  request,
  has_patient,
  medications,
}: Omit<DecomposeInput, 'has_image'>): Subtask[] {
  const { text: question, parts, patient } = request;
  if (!has_patient && patient !== '' && asksChart(request, null))
    return CHART_STEPS.map((tool) => ({ task: question.slice(0, 500), tool }));
  const lookups: Subtask[] = [];
  let before = '';
  let isOfWrite = false;
  for (const { text, folded, tool: called, isDeclined } of parts) {
    const isWrite = called !== null && WRITE_TOOLS.has(called);
    // What says more of a write was read with it, and what is not to be done says nothing of any task.
    isOfWrite = isWrite || (isOfWrite && called === null && !requestCues().asks_fact.test(folded));
    if (isDeclined || isOfWrite) continue;
    // Guidelines are what an opinion is looked up in.
    const tool = called ?? (requestCues().advice.test(folded) ? 'get_clinical_guideline' : null);
    const last = lookups.at(-1);
    const isOwn = tool !== null || requestCues().asks_fact.test(folded);
    if (!isOwn && last) last.task = `${last.task}, ${text}`;
    // A part without a task of its own says more about the one before it, or about the one to come.
    else if (!isOwn) before = before === '' ? text : `${before}, ${text}`;
    else if (last?.tool === tool && tool !== null) last.task = `${last.task}, ${text}`;
    else {
      lookups.push({ task: before === '' ? text : `${before}, ${text}`, tool });
      before = '';
    }
  }
  // What is to be written was read before, each as it stands; it may build on what is looked up.
  const writes = request.writes.map(({ tool, text }) => ({ task: text, tool }));
  const subtasks = [...lookups.slice(0, Math.max(1, MAX_SUBTASKS - writes.length)), ...writes];
  if (subtasks.length === 0) return [{ task: question.slice(0, 500), tool: null }];
  // Whoever is named and not open is searched for first.
  const needsChart = subtasks.some(({ tool }) => tool !== null && PATIENT_TOOLS.has(tool));
  const searches = subtasks.some(({ tool }) => tool === 'search_patient');
  const search: Subtask[] =
    patient !== '' && needsChart && !has_patient && !searches
      ? [{ task: question, tool: 'search_patient' }]
      : [];
  const found = [...search, ...subtasks].flatMap((subtask, _, all) =>
    perDrug(subtask, medications, MAX_SUBTASKS - all.length + 1),
  );
  return found.slice(0, MAX_SUBTASKS).map(({ task, tool }) => ({ task: task.slice(0, 500), tool }));
}

/** A check of drugs that names none is one of those in the chart: a subtask for each, as far as there is room. */
function perDrug(subtask: Subtask, medications: readonly string[], room: number): Subtask[] {
  const { task, tool } = subtask;
  if (tool !== 'check_drug_safety' || readDrugs(task).length > 0) return [subtask];
  const drugs = [...new Set(medications.flatMap((medication) => readDrugs(medication).slice(0, 1)))];
  if (drugs.length === 0) return [subtask];
  return drugs.slice(0, Math.max(1, room)).map((drug) => ({ task: `${drug}: ${task}`, tool }));
}
