import { z } from 'zod';
import { FlowName } from './ask.ts';
import { FeedbackCounts, RunStatus } from './run-record.ts';

/** A turn as statistics see it: nothing of what was asked or answered. */
export const ActivityRun = z.object({
  id: z.string(),
  flow: FlowName,
  status: RunStatus,
  created_at: z.string(),
  /** Null while it runs or waits. */
  duration_ms: z.number().nullable(),
  degraded: z.string().nullable(),
  abstained: z.boolean(),
  emergency: z.boolean(),
  /** Whether something personal was taken out of the question or the answer. */
  redacted: z.boolean(),
  llm_calls: z.number().int(),
  cache_hits: z.number().int(),
});
export type ActivityRun = z.infer<typeof ActivityRun>;

/** What went on lately, newest first. */
export const Activity = z.object({
  since: z.string(),
  /** Whether these are the whole tenant's turns, or the asker's own. */
  of: z.enum(['tenant', 'asker']),
  runs: z.array(ActivityRun),
  /** When questions and searches were turned away at the gate, and with which code. */
  refusals: z.array(z.object({ at: z.string(), code: z.string() })),
  /** What askers thought of answers. */
  feedback: FeedbackCounts,
});
export type Activity = z.infer<typeof Activity>;
