import { z } from 'zod';
import { defineTask } from '../../llm/define-task.ts';
import { isAsked } from './asked-write.ts';
import { Subtask } from './clinic-state.ts';
import { conditionTopic } from './condition-topic.ts';
import { foldForCues } from './fold-for-cues.ts';
import { planSubtaskPrompt } from './plan-subtask.prompt.ts';
import { readDrugs, readMentions } from './read-mentions.ts';
import { readTopic } from './read-topic.ts';
import { toolFor } from './tool-cues.ts';
import { CHART_TOOLS, ToolName } from './triage-decision.ts';

const PlanInput = z.object({
  subtask: Subtask,
  request: z.string(),
  has_patient: z.boolean(),
  /** Of the open chart. */
  conditions: z.array(z.string()),
  /** 1 for the first plan of this subtask. */
  attempt: z.number().int(),
  /** What earlier calls came to, a line each. */
  done: z.array(z.string()),
});
export type PlanInput = z.infer<typeof PlanInput>;

/** A search that found nothing is made again with fewer words. */
const FEWER_WORDS = 6;
const KNOWLEDGE: ReadonlySet<ToolName> = new Set(['get_clinical_guideline', 'retrieve_medical_info']);

const Plan = z.object({ tool: ToolName, query: z.string().min(1).max(1_000) });
type Plan = z.infer<typeof Plan>;

export const planSubtaskTask = defineTask({
  name: 'plan-subtask',
  model: 'fast',
  input: PlanInput,
  output: Plan,
  prompt: planSubtaskPrompt,
  maxOutputTokens: 150,
  timeoutMs: 8_000,
  /** Answers when no model can: the tool that the subtask's words call for; a chart that is not open is found first. */
  twin: planByRules,
});

export function planByRules({ subtask, request, has_patient, conditions, attempt }: PlanInput): Plan {
  const named = subtask.tool ?? toolFor(foldForCues(subtask.task));
  // A subtask is a model's wording: what it writes, the request itself has to ask for.
  const tool = named !== null && isAsked(named, request) ? named : 'retrieve_medical_info';
  if (CHART_TOOLS.has(tool) && !has_patient && readMentions(request).patient !== '')
    return { tool: 'search_patient', query: request };
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
