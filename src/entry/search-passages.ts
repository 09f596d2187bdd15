import { z } from 'zod';
import { accessOf, type Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import { levelsUpToGrade } from '../domain/evidence-level.ts';
import { Language } from '../domain/language.ts';
import { expandQuery } from '../retrieval/analysis/medical-terms.ts';
import type { SearchResult } from '../retrieval/passage-index.port.ts';
import type { Galen } from './compose.ts';

export const SearchRequest = z.strictObject({
  query: z.string(),
  language: Language.nullable().default(null),
  source_types: z.array(z.string().max(50)).max(20).nullable().default(null),
  min_evidence_level: z.number().int().min(1).max(5).nullable().default(null),
  limit: z.number().int().min(1).max(50).default(10),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** A search without an answer, past the same front gate as a question. */
export async function searchPassages(
  { passages, frontGate }: Pick<Galen, 'passages' | 'frontGate'>,
  request: SearchRequest,
  principal: Principal,
  signal: AbortSignal,
): Promise<SearchResult> {
  const verdict = frontGate.check({
    message: request.query,
    language: request.language,
    principal,
    flow: 'evidence',
  });
  if (verdict.outcome === 'refuse') throw new GalenError(verdict.code, verdict.details);
  const { min_evidence_level, source_types, limit } = request;
  return passages.search({
    ...expandQuery(verdict.message, verdict.language),
    language: verdict.language,
    access: accessOf(principal),
    filters: {
      source_types,
      evidence_levels: min_evidence_level === null ? null : levelsUpToGrade(min_evidence_level),
    },
    limit,
    signal,
  });
}
