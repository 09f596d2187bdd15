import { z } from 'zod';
import type { Principal } from '../domain/access.ts';
import type { Bilingual } from '../domain/language.ts';
import { KnowledgeDocument, RankedPassage } from '../domain/passage.ts';

/** How a call ended. `unavailable`: the source could not be asked. `not-found`: it was asked, and has nothing. */
export const ToolStatus = z.enum([
  'ok',
  'not-found',
  'unavailable',
  /** A write, checked in form and waiting for a person's yes; nothing was done. */
  'proposed',
  'refused',
  /** The arguments are not as the tool wants them. */
  'invalid',
]);

/** The reason of a calculation that lacks what only the asker can say: its message is the question. */
export const INPUTS_MISSING = 'inputs-missing';

export const ToolSource = z.object({
  name: z.string(),
  fetched_at: z.string(),
  age_seconds: z.number(),
  /** Kept past its time, and given because the service could not be reached. */
  is_stale: z.boolean(),
});
export type ToolSource = z.infer<typeof ToolSource>;

export const ToolResult = z.object({
  tool: z.string(),
  status: ToolStatus,
  /** Why it is not `ok`, as a word of code; null when it is. */
  reason: z.string().nullable(),
  /** What may help when it is not `ok`. */
  strategy: z.enum(['retry_same', 'retry_reformulate', 'skip']).nullable(),
  /** For a person, what was found or what could not be checked. */
  message: z.object({ en: z.string(), vi: z.string() }),
  /** What could not be looked at, though something was found; null when nothing. */
  unchecked: z.object({ en: z.string(), vi: z.string() }).nullable().default(null),
  output: z.record(z.string(), z.unknown()).nullable(),
  /** What was said outside, word for word: `text.slice(passage.start, passage.end) === passage.text`. */
  documents: z.array(KnowledgeDocument),
  passages: z.array(RankedPassage),
  sources: z.array(ToolSource),
  /** The addresses that were asked, so that anyone can see what left. */
  sent: z.array(z.string()),
  /** Parts that speak to a model (passage ids, paths into `output`): data, to be marked and never obeyed. */
  quarantined: z.array(z.string()),
});
export type ToolResult = z.infer<typeof ToolResult>;

export interface ToolSummary {
  name: string;
  description: Bilingual;
  parameters: unknown;
  isWrite: boolean;
  /** Where it comes from: Galen itself, or the name of a configured server. */
  server: string;
}

export interface ToolCall {
  principal: Principal;
  signal: AbortSignal;
  runId: string;
  /** Words that must not leave in this call: the open chart's names and numbers. */
  withheld?: readonly string[];
}

/** The tools, as a flow uses them. A call never throws for a tool's fault: the result says what went wrong. */
export interface Tools {
  list(principal: Principal): Promise<ToolSummary[]>;
  call(name: string, args: unknown, call: ToolCall): Promise<ToolResult>;
  close(): Promise<void>;
}
