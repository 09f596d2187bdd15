import { z } from 'zod';
import { SourceTypes } from '../domain/ask.ts';
import { levelsUpToGrade } from '../domain/evidence-level.ts';
import { Language } from '../domain/language.ts';
import { Correction, Origin, RankedPassage } from '../domain/passage.ts';
import type { PassageFilters } from '../retrieval/passage-index.port.ts';
import { Explanation } from '../retrieval/search/rank-candidates.ts';

const Labels = z.array(z.string().min(1).max(200)).max(20);
const Year = z.number().int().min(0).max(9_999);

/** A search without an answer. A filter that is null lets everything through. */
export const SearchRequest = z
  .strictObject({
    query: z.string(),
    /** The query's own; null: recognised. */
    language: Language.nullable().default(null),
    collections: Labels.nullable().default(null),
    departments: Labels.nullable().default(null),
    /** Documents written for one of these, and those for everyone. */
    roles: Labels.nullable().default(null),
    topics: Labels.nullable().default(null),
    sub_topics: Labels.nullable().default(null),
    source_types: SourceTypes.nullable().default(null),
    min_evidence_level: z.number().int().min(1).max(5).nullable().default(null),
    year_from: Year.nullable().default(null),
    year_to: Year.nullable().default(null),
    /** Those of the documents. */
    languages: z.array(Language).max(2).nullable().default(null),
    limit: z.number().int().min(1).max(50).default(10),
    /** Tell how each passage came by its place. */
    explain: z.boolean().default(false),
  })
  .refine(({ year_from, year_to }) => year_from === null || year_to === null || year_from <= year_to, {
    path: ['year_from'],
    message: 'is after year_to',
  });
export type SearchRequest = z.infer<typeof SearchRequest>;

export const FoundPassages = z.object({
  /** `explanation` is null unless it was asked for. */
  passages: z.array(RankedPassage.extend({ ...Origin.shape, explanation: Explanation.nullable() })),
  degraded: z.string().nullable(),
  /** Words that were read as others of the index's own vocabulary. */
  corrections: z.array(Correction),
});
export type FoundPassages = z.infer<typeof FoundPassages>;

/** The request's filters as the index takes them. */
export function filtersOf(request: SearchRequest): PassageFilters {
  const { query, language, limit, explain, min_evidence_level, ...filters } = request;
  return { ...filters, evidence_levels: levelsUpToGrade(min_evidence_level) };
}
