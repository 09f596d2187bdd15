import { z } from 'zod';
import { Scope } from './access.ts';
import { DeskToolName } from './desk-agents.ts';

/** Where something comes from: a document, a log, a calculation over documents, or a comparison of them. */
export const DeskEvidence = z.strictObject({
  url: z.string().nullable(),
  created_at: z.string(),
  source_type: z.enum(['rag', 'log', 'calculation', 'resolution']),
  scope: Scope,
  relevance_score: z.number(),
});

/** One thing that was done for the answer, in the order it was begun. */
export const FlowAction = z.strictObject({
  order: z.number().int().positive(),
  node_id: z.string(),
  type: z.enum(['router', 'permission', 'agent_tool', 'resolver', 'formatter', 'error_handler']),
  agent: z.string().nullable().optional(),
  tool: DeskToolName.nullable().optional(),
  query_index: z.number().int().positive().optional(),
  status: z.enum(['done', 'failed', 'skipped', 'handled']),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  duration_ms: z.number().optional(),
  input_hash: z.string().optional(),
  output_hash: z.string().optional(),
  depends_on: z.array(z.string()).optional(),
  policy: z.string().optional(),
  resolved_conflicts: z.number().int().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  error_details: z
    .strictObject({ failed_agent: z.string(), failed_tool: z.string(), error_type: z.string() })
    .optional(),
});
export type FlowAction = z.infer<typeof FlowAction>;

export const PerformanceMetrics = z.strictObject({
  query_processing_time_ms: z.number(),
  agent_execution_times: z.record(z.string(), z.number()),
  tool_usage_stats: z.record(
    z.string(),
    z.strictObject({ calls: z.number().int(), avg_time_ms: z.number() }),
  ),
  conflict_resolution_time_ms: z.number(),
  cache_hit_ratio: z.number(),
  content_quality_metrics: z.record(
    z.string(),
    z.strictObject({
      completeness: z.enum(['comprehensive', 'partial_with_context', 'none']),
      recency: z.enum(['within_30_days', 'within_90_days', 'older']),
      domain_match: z.enum(['perfect', 'partial', 'general']),
    }),
  ),
});
export type PerformanceMetrics = z.infer<typeof PerformanceMetrics>;

/** What the desk answers with, and how it came about. */
export const DeskFinal = z.strictObject({
  answer: z.string(),
  evidence: z.array(DeskEvidence),
  reasoning: z.string(),
  confidence_score: z.number(),
  follow_up_questions: z.array(z.string()),
  flow_action: z.array(FlowAction),
  execution_metadata: z.strictObject({
    total_duration_ms: z.number(),
    agents_invoked: z.array(z.string()),
    tools_executed: z.array(z.string()),
    total_queries: z.number().int(),
    conflict_resolution_applied: z.boolean(),
    department_permission_filtering: z.literal(true),
    accessible_departments: z.array(z.string()),
  }),
  performance_metrics: PerformanceMetrics,
});
export type DeskFinal = z.infer<typeof DeskFinal>;

/** What the desk answers with when an agent failed: what the others found, and what can be said from it. */
export const DeskFailure = z.strictObject({
  error: z.literal(true),
  error_code: z.literal('AGENT_EXECUTION_FAILED'),
  error_message: z.string(),
  partial_results: z.record(
    z.string(),
    z.union([
      z.strictObject({ status: z.literal('success'), answer: z.string() }),
      z.strictObject({ status: z.literal('failed'), error: z.string() }),
    ]),
  ),
  fallback_answer: z.string(),
  flow_action: z.array(FlowAction),
  performance_metrics: PerformanceMetrics,
});
export type DeskFailure = z.infer<typeof DeskFailure>;
export type DeskEvidence = z.infer<typeof DeskEvidence>;

const ToolTrace = z.strictObject({
  tool: DeskToolName,
  status: z.enum(['ok', 'failed', 'skipped']),
  duration_ms: z.number(),
});

/** What one agent found, query by query. */
export const AgentOutput = z.strictObject({
  agent: z.string(),
  queries: z.array(
    z.strictObject({
      index: z.number().int().positive(),
      query: z.string(),
      context: z.string(),
      answer: z.string(),
      evidence: z.array(DeskEvidence),
    }),
  ),
  tool_trace: z.array(ToolTrace),
});
export type AgentOutput = z.infer<typeof AgentOutput>;

export const TaskStatus = z.enum(['pending', 'running', 'completed', 'failed', 'skipped']);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** One tool that one agent uses for one of its queries. */
const PlannedTask = z.strictObject({
  agent: z.string(),
  tool: DeskToolName,
  purpose: z.string().optional(),
  message: z.string(),
  status: TaskStatus,
});

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
