import { z } from 'zod';
import { Scope } from './access.ts';

export const DeskToolName = z.enum(['rag_tool', 'summary_tool', 'math_tool', 'log_tool']);
export type DeskToolName = z.infer<typeof DeskToolName>;

/** An agent's name: a department's, usually. */
export const DeskAgentName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/u);

const Phrases = z.array(z.string().min(1).max(100)).max(300);

/** A department that answers: what it knows about, what it may use, where it looks. All of it is data. */
export const DeskAgent = z.strictObject({
  /** What people call it; its key where it has none. */
  name: z.strictObject({ en: z.string().min(1).max(100), vi: z.string().min(1).max(100) }).optional(),
  desc: z.strictObject({ en: z.string().min(1).max(500), vi: z.string().min(1).max(500) }),
  /** The subjects it owns: where two departments differ on one of these, its word counts. */
  domains: z.array(z.string().min(1)).max(20),
  /** Words and phrases by which a question is recognised as one for it. */
  words: z.strictObject({ en: Phrases, vi: Phrases }),
  /** Words of others' subjects that its documents also speak of: it is then searched beside their owner. */
  also_on: z.strictObject({ en: Phrases, vi: Phrases }).optional(),
  tools: z.array(DeskToolName).min(1),
  collections: z.array(z.string().min(1)).min(1),
  departments: z.array(z.string().min(1)).min(1),
  /** From the scope whose word counts most; empty where scope says nothing about who is right. */
  scope_order: z.array(Scope).default([]),
  timeout_ms: z.number().int().positive().max(600_000).nullable().default(null),
});
export type DeskAgent = z.infer<typeof DeskAgent>;

export const DeskAgents = z
  .record(DeskAgentName, DeskAgent)
  .refine((agents) => Object.keys(agents).length > 0, 'there must be at least one agent')
  .refine((agents) => !('orchestrator' in agents), 'orchestrator is not the name of a department');
export type DeskAgents = z.infer<typeof DeskAgents>;

export const WorkflowConfig = z.strictObject({
  max_concurrent_agents: z.number().int().min(1).max(50).default(5),
  timeout_per_agent_ms: z.number().int().positive().max(600_000).default(30_000),
  max_retries: z.number().int().min(0).max(10).default(3),
  enable_caching: z.boolean().default(true),
  cache_ttl_seconds: z.number().positive().default(3_600),
  conflict_resolution_threshold: z.number().min(0).default(0.1),
  /** On the scale of our own relevance, where 0.3 already speaks of the question: not that of raw fused scores. */
  min_relevance_score: z.number().min(0).max(1).default(0.3),
  enable_follow_up_questions: z.boolean().default(true),
  max_follow_up_questions: z.number().int().min(0).max(20).default(5),
});

export const AgentConfigs = z.strictObject({
  default_timeout_ms: z.number().int().positive().max(600_000).default(30_000),
  max_queries_per_agent: z.number().int().min(1).max(50).default(10),
  enable_parallel_execution: z.boolean().default(true),
  tool_selection_strategy: z.enum(['relevance_based', 'all']).default('relevance_based'),
  output_format: z.literal('structured_json').default('structured_json'),
});

/** What each reason to believe one side weighs. With these the reasons decide in this order, each above all that follow. */
export const ConflictWeights = z.strictObject({
  domain: z.number().min(0).default(1),
  recency: z.number().min(0).default(0.5),
  scope: z.number().min(0).default(0.25),
  relevance: z.number().min(0).default(0.12),
  evidence: z.number().min(0).default(0.02),
});
export type ConflictWeights = z.infer<typeof ConflictWeights>;

/** Who may have logs searched on their behalf: one who holds this scope and one of these departments. */
const LogAccess = z.strictObject({
  scope: Scope.default('internal'),
  departments: z.array(z.string()).default(['it']),
});

/** Everything of the desk that is not code. */
export const DeskSettings = z.strictObject({
  agents: DeskAgents,
  workflow_config: WorkflowConfig.prefault({}),
  agent_configs: AgentConfigs.prefault({}),
  conflict_weights: ConflictWeights.prefault({}),
  log_access: LogAccess.prefault({}),
});
export type DeskSettings = z.infer<typeof DeskSettings>;
