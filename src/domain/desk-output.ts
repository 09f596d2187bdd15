import { z } from 'zod';
import { DeskToolName } from './desk-agents.ts';
import { DeskEvidence } from './desk-results.ts';

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

const Recency = z.enum(['within_30_days', 'within_90_days', 'older']);

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
      recency: Recency,
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
