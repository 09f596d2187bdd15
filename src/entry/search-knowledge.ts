import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { accessOf, type Principal } from '../domain/access.ts';
import { SourceTypes } from '../domain/ask.ts';
import { GalenError } from '../domain/errors.ts';
import { levelsUpToGrade } from '../domain/evidence-level.ts';
import { Language } from '../domain/language.ts';
import type { Correction, RankedPassage } from '../domain/passage.ts';
import { expandQuery } from '../retrieval/analysis/medical-terms.ts';
import { rerankOrKeep } from '../retrieval/rerank-or-keep.ts';
import type { Galen } from './compose.ts';
import { auditOfRefusedSearch, auditOfSearch } from './turns/audit-turn.ts';

export const SearchRequest = z.strictObject({
  query: z.string(),
  language: Language.nullable().default(null),
  source_types: SourceTypes.nullable().default(null),
  min_evidence_level: z.number().int().min(1).max(5).nullable().default(null),
  limit: z.number().int().min(1).max(50).default(10),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** What the reranker chooses from, however few are asked for. */
const CANDIDATES = 40;

export interface FoundPassages {
  passages: RankedPassage[];
  degraded: string | null;
  /** Words that were read as others of the index's own vocabulary. */
  corrections: Correction[];
}

/** A search without an answer, past the same front gate as a question and on the same record. */
export async function searchKnowledge(
  { passages, reranker, frontGate, audit }: Pick<Galen, 'passages' | 'reranker' | 'frontGate' | 'audit'>,
  request: SearchRequest,
  principal: Principal,
  signal: AbortSignal,
): Promise<FoundPassages> {
  const entry = () => ({ id: randomUUID(), at: new Date().toISOString(), principal });
  const verdict = frontGate.check({
    message: request.query,
    language: request.language,
    principal,
    flow: 'evidence',
  });
  if (verdict.outcome === 'refuse') {
    const { code, details, language } = verdict;
    await audit.append(auditOfRefusedSearch({ ...entry(), code }));
    throw new GalenError(code, details, { language });
  }
  const found = await passages.search({
    query: verdict.message,
    expansions: expandQuery(verdict.message, verdict.language),
    language: verdict.language,
    access: accessOf(principal),
    filters: {
      source_types: request.source_types,
      evidence_levels: levelsUpToGrade(request.min_evidence_level),
    },
    limit: Math.max(request.limit, CANDIDATES),
    signal,
  });
  const ordered = await rerankOrKeep(reranker, {
    query: verdict.message,
    language: verdict.language,
    terms: found.terms,
    passages: found.passages,
    signal,
  });
  const shown = ordered.passages.slice(0, request.limit);
  const documents = [...new Set(shown.map(({ document_id }) => document_id))];
  await audit.append(auditOfSearch({ ...entry(), query: verdict.message, documents }));
  // The terms' weights stay here: they tell of passages that the asker may not read.
  const degraded = found.degraded ?? ordered.degraded;
  return { passages: shown, degraded, corrections: found.corrections };
}
