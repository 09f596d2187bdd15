import { z } from 'zod';
import { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import type { RunContext } from '../../domain/run-context.ts';

/** One part of a question, and how it is searched for. */
export const SubQuery = z.object({
  /** As the asker sees it. */
  query: z.string(),
  /** The words it is searched by: refined from round to round. */
  search: z.string(),
  expansions: z.array(Expansion),
  /** Between which years its sources are published; null is without end. */
  year_from: z.number().int().nullable(),
  year_to: z.number().int().nullable(),
});
export type SubQuery = z.infer<typeof SubQuery>;

/** Most parts of a question. */
export const MAX_SUB_QUERIES = 4;

export const QuestionType = z.enum(['SIMPLE', 'COMPARATIVE', 'MULTI_STEP', 'TEMPORAL']);
export type QuestionType = z.infer<typeof QuestionType>;

/** What one search for one part of the question brought. */
export const FoundForPart = z.object({
  sub_query: z.number().int(),
  passages: z.array(RankedPassage),
  terms: z.array(TermWeight),
  expansions: z.array(Expansion),
});
export type FoundForPart = z.infer<typeof FoundForPart>;

/** A passage, and the parts of the question it was found for. */
export const ServingPassage = z.object({ passage: RankedPassage, serves: z.array(z.number().int()) });
export type ServingPassage = z.infer<typeof ServingPassage>;

/** A step as the flow's own output tells it: what was done, with its counts, and when. */
export const ResearchStep = z.looseObject({ step: z.string(), timestamp: z.string() });
export type ResearchStep = z.infer<typeof ResearchStep>;

export function researchStep(
  { clock }: Pick<RunContext, 'clock'>,
  step: string,
  told: Readonly<Record<string, unknown>>,
): ResearchStep {
  return { step, ...told, timestamp: new Date(clock()).toISOString() };
}

/** How many model calls a turn may have made by the end of each of its tasks. */
export const CALLS = {
  classify: 1,
  decompose: 2,
  /** The first answer, and one more for every round. */
  synthesize: (type: QuestionType, round: number) => (type === 'SIMPLE' || round === 0 ? 3 : 4 + round),
  /** Only the first reflection, and never for a simple question: what the others would ask, the twin knows. */
  reflect: (type: QuestionType, round: number) => (type === 'SIMPLE' || round > 0 ? 0 : 4),
};
