import { z } from 'zod';
import { DeskToolName } from './desk-agents.ts';
import { AgentOutput } from './desk-results.ts';
import { ChitchatRouting, SemanticRouting, TaskStatus } from './desk-routing.ts';

const NamedTask = z.strictObject({ agent: z.string(), tool: DeskToolName, purpose: z.string() });
const told = { progress_percentage: z.number().min(0).max(100), progress_message: z.string() };

/** Where the plan stands as a whole. */
const aggregate = { aggregate_status: TaskStatus.optional() };

const PlanningOutput = z.discriminatedUnion('processing_status', [
  z.strictObject({
    processing_status: z.literal('plan_ready'),
    ...told,
    plan_summary: z.strictObject({
      total_tasks: z.number().int(),
      tasks: z.array(
        NamedTask.extend({ step_number: z.number().int().positive(), message: z.string() }).strict(),
      ),
    }),
  }),
  z.strictObject({
    processing_status: z.literal('executing_task'),
    ...told,
    ...aggregate,
    current_task: NamedTask.extend({ status: z.literal('running').optional() }).strict(),
  }),
  z.strictObject({
    processing_status: z.literal('task_completed'),
    ...told,
    ...aggregate,
    completed_task: NamedTask.extend({ status: z.enum(['completed', 'failed', 'skipped']) }).strict(),
  }),
  z.strictObject({
    processing_status: z.literal('ready_for_resolution'),
    ...told,
    ...aggregate,
    agent_responses: z.array(AgentOutput),
  }),
]);

/** What a desk run says of itself while it goes on. */
export const DeskProgress = z.discriminatedUnion('node', [
  z.strictObject({
    node: z.literal('reflection_router'),
    output: z.strictObject({
      processing_status: z.literal('routed'),
      ...told,
      semantic_routing: z.union([SemanticRouting, ChitchatRouting]),
    }),
  }),
  z.strictObject({ node: z.literal('execute_planning'), output: PlanningOutput }),
]);
export type DeskProgress = z.infer<typeof DeskProgress>;
