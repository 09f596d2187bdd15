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
export type DeskEvidence = z.infer<typeof DeskEvidence>;

export const ToolTrace = z.strictObject({
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
