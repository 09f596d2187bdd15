import { z } from 'zod';
import { defineNode } from '../../../engine/define-node.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { CALLS_AFTER, MAX_SUBTASKS, reading, Subtask } from '../clinic-state.ts';
import { CHART_TOOLS, ToolName, WRITE_TOOLS } from '../clinic-tools.ts';
import { askMasked } from '../mask-names.ts';
import { beginsWrite, joined, ParsedRequest } from '../request/parse-request.ts';
import { splitAllergies } from '../request/read-allergy.ts';
import { readDrugs } from '../request/read-mentions.ts';
import { requestCues } from '../request/request-cues.ts';

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
      const asking = { context, withheld: patient?.withheld, calls: CALLS_AFTER.decompose };
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

function decomposeIntentPrompt(input: DecomposeInput, fence: Fence): Prompt {
  return {
    system: [
      `Split a clinician’s request into the tasks it holds, in the order to do them: at most ${MAX_SUBTASKS}, each for one tool.`,
      `Tools: ${ToolName.options.join(', ')}.`,
      'A chart that is not open has to be found with search_patient first. Add no task that was not asked for.',
    ].join('\n'),
    user: [
      `A patient’s chart is ${input.has_patient ? 'open' : 'not open'}. An image is ${input.has_image ? 'attached' : 'not attached'}.`,
      fence('request', input.request.text),
    ].join('\n\n'),
  };
}

const DecomposeInput = z.object({
  request: ParsedRequest,
  has_patient: z.boolean(),
  has_image: z.boolean(),
  /** Of the open chart. */
  medications: z.array(z.string()),
});
type DecomposeInput = z.infer<typeof DecomposeInput>;

const decomposeIntentTask = defineTask({
  name: 'decompose-intent',
  model: 'fast',
  input: DecomposeInput,
  output: z.object({ subtasks: z.array(Subtask).min(1).max(MAX_SUBTASKS) }),
  prompt: decomposeIntentPrompt,
  maxOutputTokens: 400,
  timeoutMs: 10_000,
  twin: (input) => ({ subtasks: decomposeByRules(input) }),
});

/** The tasks of a request, in order, by the cues in its parts: never more than may be worked off. */
export function decomposeByRules({
  request,
  has_patient,
  medications,
}: Omit<DecomposeInput, 'has_image'>): Subtask[] {
  const { text: question, parts, content, patient } = request;
  const subtasks: Subtask[] = [];
  let before = '';
  for (const { text, folded, tool: called, isDeclined } of parts) {
    // What is not to be done is no task, and says nothing about one.
    if (isDeclined) continue;
    // Guidelines are what an opinion is looked up in.
    const tool = called ?? (requestCues().advice.test(folded) ? 'get_clinical_guideline' : null);
    const last = subtasks.at(-1);
    if (last && beginsWrite({ tool: last.tool, text: last.task }, tool, text)) {
      subtasks.push({ task: text, tool: tool ?? last.tool });
    } else if (tool === null) {
      // A part without a task of its own says more about the one before it, or about the one to come.
      if (last) last.task = joined({ tool: last.tool, text: last.task }, text);
      else before = before === '' ? text : `${before}, ${text}`;
    } else if (last?.tool === tool) {
      last.task = `${last.task}, ${text}`;
    } else {
      subtasks.push({ task: before === '' ? text : `${before}, ${text}`, tool });
      before = '';
    }
  }
  if (content !== '')
    for (const subtask of subtasks) if (subtask.tool === 'save_clinical_note') subtask.task += ` ${content}`;
  if (subtasks.length === 0) return [{ task: question.slice(0, 500), tool: null }];
  // Whoever is named and not open is searched for first.
  const needsChart = subtasks.some(({ tool }) => tool !== null && CHART_TOOLS.has(tool));
  const searches = subtasks.some(({ tool }) => tool === 'search_patient');
  const search: Subtask[] =
    patient !== '' && needsChart && !has_patient && !searches
      ? [{ task: question, tool: 'search_patient' }]
      : [];
  const found = [...search, ...subtasks.flatMap(perAllergy)].flatMap((subtask, _, all) =>
    perDrug(subtask, medications, MAX_SUBTASKS - all.length + 1),
  );
  return found.slice(0, MAX_SUBTASKS).map(({ task, tool }) => ({ task: task.slice(0, 500), tool }));
}

/** Each substance is an entry of its own. */
function perAllergy(subtask: Subtask): Subtask[] {
  if (subtask.tool !== 'add_allergy') return [subtask];
  return splitAllergies(subtask.task).map((task) => ({ task, tool: subtask.tool }));
}

/** A check of drugs that names none is one of those in the chart: a subtask for each, as far as there is room. */
function perDrug(subtask: Subtask, medications: readonly string[], room: number): Subtask[] {
  const { task, tool } = subtask;
  if (tool !== 'check_drug_safety' || readDrugs(task).length > 0) return [subtask];
  const drugs = [...new Set(medications.flatMap((medication) => readDrugs(medication).slice(0, 1)))];
  if (drugs.length === 0) return [subtask];
  return drugs.slice(0, Math.max(1, room)).map((drug) => ({ task: `${drug}: ${task}`, tool }));
}
