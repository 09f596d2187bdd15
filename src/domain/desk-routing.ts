import { z } from 'zod';
import { Scope } from './access.ts';
import { DeskToolName } from './desk-agents.ts';

export const TaskStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One tool that one agent uses for one of its queries. */
export const PlannedTask = z.strictObject({
  agent: z.string(),
  tool: DeskToolName,
  purpose: z.string().optional(),
  message: z.string(),
  status: TaskStatus,
});
export type PlannedTask = z.infer<typeof PlannedTask>;

/** Groups by number: those of one group run side by side, the groups one after another. */
const TaskGroups = z.array(z.record(z.string().regex(/^\d+$/u), z.array(PlannedTask)));

/** A query under its number, as in `{"1": "…"}`. */
const NumberedQuery = z.record(z.string().regex(/^\d+$/u), z.string());

const AgentRouting = z.strictObject({
  queries: z.array(NumberedQuery),
  tools: z.array(DeskToolName),
  sequential_tools: z.array(DeskToolName).optional(),
});

/** Which agents answer what, with which tools, in which order, on whose permission. */
export const SemanticRouting = z.strictObject({
  original_query: z.string(),
  refined_query: z.string(),
  agents: z.record(z.string(), AgentRouting),
  permission: z.strictObject({ user_access: z.array(Scope) }),
  execution_flow: z.strictObject({
    planning: z.strictObject({ tasks: TaskGroups, aggregate_status: TaskStatus }),
    conflict_resolution: z.string(),
  }),
});
export type SemanticRouting = z.infer<typeof SemanticRouting>;

export const ChitchatRouting = z.strictObject({
  refined_query: z.literal(''),
  is_chitchat: z.literal(true),
  chitchat_response: z.string(),
});
export type ChitchatRouting = z.infer<typeof ChitchatRouting>;
