import { z } from 'zod';
import { THE_LOGS } from '../../../texts/desk.ts';
import { Access, Scope } from '../../domain/access.ts';
import { ConflictWeights, DeskAgent, DeskToolName } from '../../domain/desk-agents.ts';
import { TaskStatus } from '../../domain/desk-output.ts';
import type { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { TurnState } from '../shared/turn-state.ts';

/** From when to when something was done. */
const Timed = z.object({ started_at: z.number(), ended_at: z.number() });

/** What a desk question is answered with: who asks, whom they may ask, and since when. */
export const DeskFrame = z.object({
  /** The principal's, or less where the request says so; never more. */
  access: Access,
  /** Each with the tools that this asker may use; none where nothing is left. */
  agents: z.record(z.string(), DeskAgent),
  /** The question, with the one it leans on before it. */
  asked: z.string(),
  decision: z.enum(['direct_execution', 'reflection_needed']),
  started_at: z.number(),
  /** What was settled before anyone was asked; who may be asked is settled within the routing. */
  routing: Timed,
  permission_check: Timed,
});
export type DeskFrame = z.infer<typeof DeskFrame>;

/** One agent's part in the answer. */
export const RoutedAgent = z.object({
  agent: z.string(),
  queries: z.array(z.string()),
  tools: z.array(DeskToolName),
  /** Nobody asked it: it is searched for what contradicts those who were. */
  is_second: z.boolean().optional(),
});
export type RoutedAgent = z.infer<typeof RoutedAgent>;

export const RoutedQuestion = z.object({ refined_query: z.string(), agents: z.array(RoutedAgent) });
export type RoutedQuestion = z.infer<typeof RoutedQuestion>;

/** The one who puts together what several agents found. */
export const ORCHESTRATOR = 'orchestrator';

/** A tool to be used by an agent for one of its queries. */
export const DeskTask = z.object({
  id: z.string(),
  group: z.number().int().positive(),
  agent: z.string(),
  tool: DeskToolName,
  query: z.string(),
  query_index: z.number().int().positive().nullable(),
  purpose: z.string(),
  message: z.string(),
  depends_on: z.array(z.string()),
  is_second: z.boolean().optional(),
});
export type DeskTask = z.infer<typeof DeskTask>;

/** A sentence of a passage that speaks to a query. */
export const PickedSentence = z.object({ text: z.string(), passage_id: z.string(), score: z.number() });
export type PickedSentence = z.infer<typeof PickedSentence>;

/** A document that was found and that another one, which the asker may read, has taken the place of. */
export const Replaced = z.object({
  document_id: z.string(),
  title: z.string(),
  by: z.string(),
  on: z.string(),
  /** The earlier rule was asked for: it is told, as the earlier one. */
  is_told: z.boolean(),
});
export type Replaced = z.infer<typeof Replaced>;

/** What a tool brings back. */
export const ToolResult = z.object({
  answer: z.string(),
  context: z.string(),
  passages: z.array(RankedPassage),
  sentences: z.array(PickedSentence),
  replaced: z.array(Replaced).optional(),
  /** Null where the tool has no cache. */
  cached: z.boolean().nullable(),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** Whether a result speaks to what was asked. */
export function isAnswering(result: ToolResult | null): boolean {
  return result !== null && result.sentences.length > 0;
}

export const FailureType = z.enum(['timeout', 'tool_error', 'not_applicable', 'dependency_failed']);
export type FailureType = z.infer<typeof FailureType>;

/** How a task ended. */
export const TaskOutcome = z.object({
  task: DeskTask,
  status: TaskStatus,
  failure: FailureType.nullable(),
  attempts: z.number().int(),
  started_at: z.number(),
  ended_at: z.number(),
  input_hash: z.string(),
  output_hash: z.string().nullable(),
  result: ToolResult.nullable(),
});
export type TaskOutcome = z.infer<typeof TaskOutcome>;

const Pair = z.object({ a: z.number(), b: z.number() });
const Statement = z.object({
  agent: z.string(),
  text: z.string(),
  passage_id: z.string(),
  /** Of the document it stands in. */
  title: z.string(),
  created_at: z.string(),
  scope: Scope,
});

/** Two statements that contradict each other, and which is believed, by which weights. */
export const ResolvedConflict = z.object({
  kind: z.enum(['number', 'date', 'modality', 'negation']),
  a: Statement,
  b: Statement,
  winner: z.enum(['a', 'b', 'both']),
  /** The reason that weighed most for the winner; null where none weighed enough. */
  rule: ConflictWeights.keyof().nullable(),
  scores: Pair,
  factors: z.record(ConflictWeights.keyof(), Pair),
});
export type ResolvedConflict = z.infer<typeof ResolvedConflict>;

export const Resolution = z.object({
  owner: z.string().nullable(),
  conflicts: z.array(ResolvedConflict),
  duration_ms: z.number(),
});
export type Resolution = z.infer<typeof Resolution>;

/** All that a run knows, in the order it is written; what no step has written yet reads as empty where that means something. */
export const DeskState = TurnState.extend({
  frame: DeskFrame,
  routed: RoutedQuestion.default({ refined_query: '', agents: [] }),
  plan: z.array(DeskTask),
  outcomes: z.array(TaskOutcome).default([]),
  widened: z.boolean().default(false),
  resolution: Resolution,
  /** In the order they are to be said, each with its source's number. */
  statements: z.array(z.object({ text: z.string(), source: z.number().int().positive() })).default([]),
  formatted: z.object({ reasoning: z.string(), started_at: z.number(), finished_at: z.number() }),
  quoted: z.boolean().default(false),
});
export type DeskState = z.infer<typeof DeskState>;

/** Each passage once. */
export function uniquePassages(passages: readonly RankedPassage[]): RankedPassage[] {
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()];
}

/** A task that has ended did so in one of three ways, the good one of which has several names. */
export function endedAs<Good extends string>(status: TaskStatus, good: Good): Good | 'failed' | 'skipped' {
  if (status === 'completed') return good;
  return status === 'failed' ? status : 'skipped';
}

/** An agent as people call it. */
export function agentName({ agents }: Pick<DeskFrame, 'agents'>, agent: string, language: Language): string {
  return agents[agent]?.name?.[language] ?? agent;
}

/** The agents that worked, in the order they began. */
export function agentsIn(outcomes: readonly TaskOutcome[]): string[] {
  return [...new Set(outcomes.map(({ task }) => task.agent))].filter((agent) => agent !== ORCHESTRATOR);
}

/** The agents that could not do all of their part, each with the first tool that failed it. */
export function failedAgents(outcomes: readonly TaskOutcome[]) {
  const failed = outcomes.filter(({ task, status }) => status === 'failed' && task.agent !== ORCHESTRATOR);
  const first = failed.filter(
    ({ task }, i) => failed.findIndex((one) => one.task.agent === task.agent) === i,
  );
  return first.map(({ task: { agent, tool }, failure }) => {
    const type: 'timeout' | 'tool_error' = failure === 'timeout' ? 'timeout' : 'tool_error';
    return { agent, tool, type };
  });
}

/** What did not answer, as people call it: where a department's logs failed, the logs and not the department. */
export function unreachedIn(
  outcomes: readonly TaskOutcome[],
  frame: DeskFrame,
  language: Language,
): string[] {
  const failed = outcomes.filter(({ task, status }) => status === 'failed' && task.agent !== ORCHESTRATOR);
  const names = failed.map(({ task: { agent, tool } }) =>
    tool === 'log_tool' ? THE_LOGS[language] : agentName(frame, agent, language),
  );
  return [...new Set(names)];
}
