import { randomUUID } from 'node:crypto';
import { accessOf, type Principal } from '../domain/access.ts';
import { auditBody } from '../domain/audit-entry.ts';
import { GalenError } from '../domain/errors.ts';
import { originOf } from '../domain/passage.ts';
import { expandQuery } from '../language/search-terms/medical-terms.ts';
import { rerankOrKeep } from '../retrieval/search/find-passages.ts';
import { foldDuplicates } from '../retrieval/search/keep-relevant.ts';
import { explainPassage } from '../retrieval/search/rank-candidates.ts';
import type { Galen } from './compose.ts';
import { type FoundPassages, filtersOf, type SearchRequest } from './search-request.ts';

/** What the reranker chooses from, however few are asked for. */
const CANDIDATES = 40;

/** A search without an answer, past the same front gate as a question and on the same record. */
export async function searchKnowledge(
  { passages, reranker, frontGate, audit }: Pick<Galen, 'passages' | 'reranker' | 'frontGate' | 'audit'>,
  request: SearchRequest,
  principal: Principal,
  signal: AbortSignal,
): Promise<FoundPassages> {
  const entry = () => ({ id: randomUUID(), at: new Date().toISOString() });
  const asked = { message: request.query, language: request.language, principal };
  const verdict = await frontGate.check({ ...asked, flow: 'evidence' });
  if (verdict.outcome === 'refuse') {
    const { code, details, language } = verdict;
    await audit.append(auditBody(principal, 'search-refused', { ...entry(), details: { code } }));
    throw new GalenError(code, details, { language });
  }
  const { message: query, language } = verdict;
  const found = await passages.search({
    query,
    expansions: expandQuery(query, language),
    language,
    access: accessOf(principal),
    filters: filtersOf(request),
    limit: Math.max(request.limit, CANDIDATES),
    signal,
  });
  const ordered = await rerankOrKeep(reranker, { ...found, query, language, signal });
  const shown = foldDuplicates(ordered.passages).slice(0, request.limit);
  const documents = [...new Set(shown.map(({ document_id }) => document_id))];
  await audit.append(auditBody(principal, 'search', { ...entry(), question: query, details: { documents } }));
  // The terms' weights stay here: they tell of passages that the asker may not read.
  const degraded = found.degraded ?? ordered.degraded;
  const explained = shown.map((passage) => ({
    ...passage,
    ...originOf(passage.document),
    explanation: request.explain ? explainPassage(passage) : null,
  }));
  return { passages: explained, degraded, corrections: found.corrections };
}
