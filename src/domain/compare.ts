import { z } from 'zod';
import { Answer } from './answer.ts';
import { AskRequest } from './ask.ts';

/** One question to the classical path and to the one that takes questions apart. */
export const CompareRequest = AskRequest.pick({
  message: true,
  language: true,
  source_types: true,
  min_evidence_level: true,
  return_sources: true,
}).strict();
export type CompareRequest = z.infer<typeof CompareRequest>;

const ComparedSource = z.object({ document_id: z.string(), title: z.string() });

const ComparedTurn = z.object({
  latency_ms: z.number(),
  confidence: z.number(),
  /** The documents that the answer cites. */
  sources: z.array(ComparedSource),
  answer: Answer,
});
export type ComparedTurn = z.infer<typeof ComparedTurn>;

/** Where two answers rest on the same, and where they say different things. */
export const Agreement = z.object({
  shared_sources: z.array(ComparedSource),
  only_evidence: z.array(ComparedSource),
  only_research: z.array(ComparedSource),
  /** Sentences of sources that both answers rest on. */
  shared_quotes: z.array(z.string()),
  /** Sentences alike but for their figures. */
  contradicting_numbers: z.array(z.object({ evidence: z.string(), research: z.string() })),
  /** Share of all cited documents that both cite; null where nothing is cited. */
  source_overlap: z.number().nullable(),
});
export type Agreement = z.infer<typeof Agreement>;

/** Two real turns, both on record, and how far they agree. */
export const Comparison = z.object({
  evidence: ComparedTurn,
  research: ComparedTurn,
  agreement: Agreement,
});
export type Comparison = z.infer<typeof Comparison>;
