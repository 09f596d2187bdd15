import { sql } from 'kysely';
import type { Galen } from '../../src/app/compose.ts';
import type { Language } from '../../src/domain/language.ts';
import type { RankedPassage } from '../../src/domain/passage.ts';
import { analyzeText } from '../../src/language/search-terms/analyze-text.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import type { RerankRequest } from '../../src/retrieval/reranker.port.ts';
import { rerankOrKeep } from '../../src/retrieval/search/find-passages.ts';
import { bm25IndexOf, entriesOf, readGenerations } from '../../src/retrieval/stores/postgres/generations.ts';
import { vectorLiteral } from '../../src/retrieval/stores/postgres/vector-matrix.ts';
import type { RetrievalSet } from './load-beir.ts';
import type { Ranker } from './other-engines.ts';

export const EVAL_TENANT = 'eval';
const COLLECTION = 'eval';
const BATCH = 200;
const LIMIT = 100;
/** As many as the flows ask for; what follows keeps its place. */
const RERANKED = 40;
const PATIENCE_MS = 600_000;

/** Puts a corpus into the index, one passage a document, and waits until all have their vectors. What is there already stays. */
export async function loadCorpus(
  { passages }: Galen,
  { corpus }: RetrievalSet,
  language: Language,
): Promise<void> {
  const stored = await passages.fingerprints(EVAL_TENANT, COLLECTION, '');
  const missing = corpus.filter(({ id }) => !stored.has(id));
  if (missing.length > 0) await storeCorpus(passages, missing, language);
  await passages.upkeep({ signal: new AbortController().signal });
}

async function storeCorpus(
  passages: Galen['passages'],
  corpus: RetrievalSet['corpus'],
  usual: Language,
): Promise<void> {
  const many = corpus.map(({ id, title, text, language = usual }) => ({
    document: {
      id,
      tenant_id: EVAL_TENANT,
      collection: COLLECTION,
      title,
      text,
      language,
      source_type: 'pubmed',
      evidence_level: 'cohort_study' as const,
      journal: '',
      year: 2000,
      url: null,
      pmid: null,
      reference: null,
      scope: 'public' as const,
      department: null,
      role: null,
      topic: null,
      sub_topic: null,
      created_at: '2026-01-01T00:00:00.000Z',
    },
    passages: [
      {
        id: `${id}#0`,
        document_id: id,
        heading: '',
        heading_path: [],
        text,
        start: 0,
        end: text.length,
        page: null,
      },
    ],
    fingerprint: '1',
  }));
  for (let i = 0; i < many.length; i += BATCH) await passages.replaceDocuments(many.slice(i, i + BATCH));
  await passages.refresh();
}

/** The index's own BM25 order, which no other stage of ours touches. */
export async function bm25Alone({ database }: Galen, language: Language): Promise<Ranker> {
  const generation = await liveGeneration(database.db);
  return async (query) => {
    const terms = [...new Set(analyzeText(query, language))].join(' ');
    const found = await sql<{ id: string }>`
      select document_id as id from ${entriesOf(generation)} where tenant_id = ${EVAL_TENANT}
      order by terms <@> to_bm25query(${terms}, ${bm25IndexOf(generation)}) limit ${LIMIT}`.execute(
      database.db,
    );
    return found.rows.map(({ id }) => id);
  };
}

export async function denseAlone({ database, embedder }: Galen): Promise<Ranker> {
  const generation = await liveGeneration(database.db);
  return async (query, noteDegraded) => {
    const { signal } = new AbortController();
    const [vector] = await embedder.embed([query], { kind: 'query', signal }).catch(() => []);
    if (vector === undefined) {
      noteDegraded();
      return [];
    }
    const found = await sql<{ id: string }>`
      select document_id as id from ${entriesOf(generation)} where tenant_id = ${EVAL_TENANT}
      order by embedding <=> ${vectorLiteral(vector)}::vector
      limit ${LIMIT}`.execute(database.db);
    return found.rows.map(({ id }) => id);
  };
}

/** The search as the flows ask it, without the reranker. */
export function fused(galen: Galen, language: Language): Ranker {
  return async (query, noteDegraded) =>
    idsOf((await find(galen, query, language, { noteDegraded })).passages);
}

/** The search and the reranker, as the flows use them. */
export function fusedReranked(galen: Galen, language: Language): Ranker {
  return async (query, noteDegraded) => {
    const { passages, terms } = await find(galen, query, language, { noteDegraded });
    const request = { query, language, terms, passages: passages.slice(0, RERANKED) };
    const first = await rerankPatiently(galen, request, noteDegraded);
    return idsOf([...first, ...passages.slice(RERANKED)]);
  };
}

/** As the flows do, but however long it takes: how busy the machine is, is not what is measured. */
export async function rerankPatiently(
  { reranker }: Galen,
  request: Omit<RerankRequest, 'signal'>,
  noteDegraded: () => void,
): Promise<RankedPassage[]> {
  const { signal } = new AbortController();
  const { passages, degraded } = await rerankOrKeep(
    { ...reranker, limitMs: PATIENCE_MS },
    { ...request, signal },
  );
  if (degraded !== null) noteDegraded();
  return passages;
}

async function liveGeneration(db: Galen['database']['db']) {
  const live = (await readGenerations(db)).find(({ state }) => state === 'live');
  if (!live) throw new Error('the index has no live generation');
  return live;
}

export async function find(
  { passages }: Galen,
  query: string,
  language: Language,
  { limit = LIMIT, noteDegraded }: { limit?: number; noteDegraded: () => void },
) {
  const found = await passages.search({
    query,
    expansions: expandQuery(query, language),
    language,
    access: { tenant_id: EVAL_TENANT, scopes: ['public'], departments: [] },
    filters: {},
    limit,
    signal: new AbortController().signal,
  });
  if (found.degraded !== null) noteDegraded();
  return found;
}

function idsOf(passages: readonly RankedPassage[]): string[] {
  return passages.map(({ document_id }) => document_id);
}
