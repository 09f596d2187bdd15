import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Access, ALL_DEPARTMENTS } from '../../domain/access.ts';
import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../../domain/evidence-level.ts';
import type { KnowledgeDocument, Passage, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { analyzeText } from '../analysis/analyze-text.ts';
import type { Embedder } from '../embedder.port.ts';
import type { PassageFilters, PassageIndex, PassageQuery } from '../passage-index.port.ts';
import { blendEvidence, fuseScores } from '../rank-evidence.ts';
import { type AnalyzedQuery, analyzeExpansions, scaleLexical } from '../scale-lexical.ts';

/** How many passages each of the two searches may propose. */
const CANDIDATES = 40;

/** Passages in PostgreSQL: BM25 by pg_textsearch and cosine by pgvector, access and filters in the same statement. */
export function postgresPassages(db: Kysely<unknown>, embedder: Embedder): PassageIndex {
  return {
    search: (query) => search(db, embedder, query),

    async replaceDocument(document, passages, fingerprint) {
      const vectors = await embedder.embed(
        passages.map((passage) => `${document.title}\n${passage.text}`),
        AbortSignal.timeout(60_000),
      );
      await db.transaction().execute(async (tx) => {
        // First, because it locks the document: of two who replace it at once, one waits for the other.
        await insertDocument(tx, document, fingerprint);
        await deletePassages(tx, document.tenant_id, document.id);
        await insertPassages(tx, document, passages, vectors);
      });
    },

    async removeDocument(tenantId, documentId) {
      return db.transaction().execute(async (tx) => {
        await sql`
          select from documents where tenant_id = ${tenantId} and id = ${documentId} for update`.execute(tx);
        await deletePassages(tx, tenantId, documentId);
        const removed =
          await sql`delete from documents where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx);
        return (removed.numAffectedRows ?? 0n) > 0n;
      });
    },

    async getDocument(access, documentId) {
      const found = await sql<KnowledgeDocument & { created_at: Date }>`
        select tenant_id, id, collection, title, text, language, source_type, evidence_level, journal, year, url,
               pmid, reference, scope, department, created_at
        from documents where id = ${documentId} and ${readable(access)}`.execute(db);
      const row = found.rows[0];
      return row ? { ...row, created_at: row.created_at.toISOString() } : null;
    },

    async fingerprints(tenantId, collection) {
      const found = await sql<{ id: string; fingerprint: string }>`
        select id, fingerprint from documents
        where tenant_id = ${tenantId} and collection = ${collection}`.execute(db);
      return new Map(found.rows.map((row) => [row.id, row.fingerprint]));
    },

    async count(tenantId) {
      const found = await sql<{ documents: number; passages: number }>`
        select (select count(*)::int from documents where tenant_id = ${tenantId}) as documents,
               (select count(*)::int from passages where tenant_id = ${tenantId}) as passages`.execute(db);
      return found.rows[0] ?? { documents: 0, passages: 0 };
    },
  };
}

interface Hit {
  id: string;
  document_id: string;
  heading: string;
  text: string;
  start_pos: number;
  end_pos: number;
  terms: string;
  bm25: number;
  cosine: number;
  title: string;
  collection: string;
  language: 'en' | 'vi';
  source_type: string;
  evidence_level: EvidenceLevel;
  journal: string;
  year: number;
  url: string | null;
  pmid: string | null;
  reference: string | null;
  scope: 'public' | 'internal' | 'private';
  department: string | null;
  created_at: Date;
  query_terms: { term: string; passages: number }[] | null;
  total: number;
}

async function search(db: Kysely<unknown>, embedder: Embedder, query: PassageQuery) {
  const asked = unique(analyzeText(query.query, query.language));
  if (asked.length === 0) return { passages: [], terms: [], degraded: null };
  const groups = analyzeExpansions(query);
  const others = groups.flatMap(({ alternatives }) => alternatives.flat());
  const embedded = await embedOrExplain(embedder, query);

  const bm25Query = sql`to_bm25query(${unique([...asked, ...others]).join(' ')}, 'passages_bm25')`;
  const may = sql`${readable(query.access)} and ${matching(query.filters)}`;
  const vector = embedded.vector === null ? null : vectorLiteral(embedded.vector);
  const cosine = vector === null ? sql`0::float8` : sql`1 - (p.embedding <=> ${vector}::vector)`;
  const dense =
    vector === null
      ? sql`select null::text as id where false`
      : sql`select id from passages where ${may} order by embedding <=> ${vector}::vector limit ${CANDIDATES}`;

  const found = await sql<Hit>`
    with lexical as (
           select id from passages where ${may} and terms <@> ${bm25Query} < 0
           order by terms <@> ${bm25Query} limit ${CANDIDATES}),
         dense as (${dense}),
         known as (
           select json_agg(json_build_object('term', term, 'passages', passages)) as query_terms
           from lexicon where term = any(${asked}))
    select p.id, p.document_id, p.heading, p.text, p.start_pos, p.end_pos, p.terms,
           -(p.terms <@> ${bm25Query}) as bm25, ${cosine} as cosine,
           d.title, d.collection, d.language, d.source_type, d.evidence_level, d.journal, d.year, d.url, d.pmid,
           d.reference, d.scope, d.department, d.created_at,
           known.query_terms, (select passages from lexicon where term = '') as total
    from (select id from lexical union select id from dense) as hit
    join passages p on p.tenant_id = ${query.access.tenant_id} and p.id = hit.id
    join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
    cross join known`.execute(db);

  const terms = weighTerms(asked, found.rows[0]);
  const ranked = found.rows
    .map((hit) => toRanked(hit, { terms, groups }, vector === null ? null : embedder))
    .filter(({ scores }) => scores.relevance > 0)
    .sort((a, b) => b.scores.final - a.scores.final || (a.id < b.id ? -1 : 1));
  return { passages: ranked.slice(0, query.limit), terms, degraded: embedded.problem };
}

async function embedOrExplain(embedder: Embedder, query: PassageQuery) {
  try {
    const [vector] = await embedder.embed([query.query], query.signal);
    if (vector?.length !== embedder.dimensions || !vector.every(Number.isFinite)) {
      return { vector: null, problem: `embedder ${embedder.id}: unusable vector` };
    }
    // A query of words too short to embed has no direction, and so no cosine with anything.
    return { vector: vector.some((value) => value !== 0) ? vector : null, problem: null };
  } catch (error) {
    query.signal.throwIfAborted();
    // A search by words alone is worth more than none.
    return {
      vector: null,
      problem: `embedder ${embedder.id}: ${error instanceof Error ? error.name : 'failed'}`,
    };
  }
}

/** How much each asked term tells, as BM25 has it. */
function weighTerms(asked: readonly string[], hit: Hit | undefined): TermWeight[] {
  if (!hit) return [];
  const passagesWith = new Map((hit.query_terms ?? []).map(({ term, passages }) => [term, passages]));
  return asked.map((term) => {
    const df = passagesWith.get(term) ?? 0;
    return { term, weight: Math.log(1 + (hit.total - df + 0.5) / (df + 0.5)) };
  });
}

/** A hit with its scores; by words alone when no embedder took part. */
function toRanked(hit: Hit, query: AnalyzedQuery, embedder: Embedder | null): RankedPassage {
  const held = new Set(hit.terms.split(' '));
  const lexical = scaleLexical(hit.bm25, query, held);
  const dense = embedder === null ? null : scaleCosine(hit.cosine, embedder);
  const relevance = fuseScores(lexical, dense);
  return {
    id: hit.id,
    document_id: hit.document_id,
    heading: hit.heading,
    text: hit.text,
    start: hit.start_pos,
    end: hit.end_pos,
    document: {
      id: hit.document_id,
      collection: hit.collection,
      title: hit.title,
      language: hit.language,
      source_type: hit.source_type,
      evidence_level: hit.evidence_level,
      journal: hit.journal,
      year: hit.year,
      url: hit.url,
      pmid: hit.pmid,
      reference: hit.reference,
      scope: hit.scope,
      department: hit.department,
      created_at: hit.created_at.toISOString(),
    },
    scores: {
      lexical,
      dense: dense ?? 0,
      relevance,
      evidence: EVIDENCE_WEIGHTS[hit.evidence_level],
      final: blendEvidence(relevance, hit.evidence_level),
    },
    matched_terms: query.terms.map(({ term }) => term).filter((term) => held.has(term)),
  };
}

function scaleCosine(cosine: number, { scale: { unrelated, same } }: Embedder): number {
  // A passage of words too short to embed has no direction either.
  return Number.isNaN(cosine) ? 0 : Math.min(1, Math.max(0, (cosine - unrelated) / (same - unrelated)));
}

/** Default deny: tenant always, scope always, and the department of whatever is not public. */
function readable(access: Access): RawBuilder<unknown> {
  return sql`tenant_id = ${access.tenant_id}
    and scope = any(${access.scopes}::text[])
    and (scope = 'public' or department is null or department = any(${access.departments}::text[])
         or ${ALL_DEPARTMENTS} = any(${access.departments}::text[]))`;
}

function matching(filters: PassageFilters): RawBuilder<unknown> {
  const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
    values ? sql`and ${column} = any(${values.filter(isStorable)}::text[])` : sql``;
  return sql`true
    ${among(sql`source_type`, filters.source_types)} ${among(sql`evidence_level`, filters.evidence_levels)}
    ${among(sql`collection`, filters.collections)} ${among(sql`language`, filters.languages)}`;
}

async function insertDocument(tx: Kysely<unknown>, d: KnowledgeDocument, fingerprint: string): Promise<void> {
  await sql`
    insert into documents (tenant_id, id, collection, title, text, language, source_type, evidence_level, journal,
                           year, url, pmid, reference, scope, department, fingerprint, created_at)
    values (${d.tenant_id}, ${d.id}, ${d.collection}, ${d.title}, ${d.text}, ${d.language}, ${d.source_type},
            ${d.evidence_level}, ${d.journal}, ${d.year}, ${d.url}, ${d.pmid}, ${d.reference}, ${d.scope},
            ${d.department}, ${fingerprint}, ${d.created_at})
    on conflict (tenant_id, id) do update set
      collection = excluded.collection, title = excluded.title, text = excluded.text, language = excluded.language,
      source_type = excluded.source_type, evidence_level = excluded.evidence_level, journal = excluded.journal,
      year = excluded.year, url = excluded.url, pmid = excluded.pmid, reference = excluded.reference,
      scope = excluded.scope, department = excluded.department, fingerprint = excluded.fingerprint,
      created_at = excluded.created_at`.execute(tx);
}

/** All passages of a document and their terms' counts, in one statement. */
async function insertPassages(
  tx: Kysely<unknown>,
  d: KnowledgeDocument,
  passages: readonly Passage[],
  vectors: readonly Float32Array[],
): Promise<void> {
  const rows = passages.map((passage, i) => ({
    ...passage,
    terms: analyzeText(`${d.title}\n${passage.heading}\n${passage.text}`, d.language).join(' '),
    embedding: vectorLiteral(vectors[i] ?? new Float32Array()),
  }));
  await sql`
    with touched as (
      insert into passages (tenant_id, id, document_id, heading, text, start_pos, end_pos, collection, language,
                            source_type, evidence_level, scope, department, terms, embedding)
      select ${d.tenant_id}, row.id, ${d.id}, row.heading, row.text, row.start, row."end", ${d.collection},
             ${d.language}, ${d.source_type}, ${d.evidence_level}, ${d.scope}, ${d.department}, row.terms,
             row.embedding::vector
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(
             id text, heading text, text text, start integer, "end" integer, terms text, embedding text)
      returning id, terms)
    ${countTerms(1)}`.execute(tx);
}

async function deletePassages(tx: Kysely<unknown>, tenantId: string, documentId: string): Promise<void> {
  const counted = await sql<{ term: string; passages: number }>`
    with touched as (
      delete from passages where tenant_id = ${tenantId} and document_id = ${documentId} returning id, terms)
    ${countTerms(-1)}`.execute(tx);
  const unused = counted.rows.filter(({ passages }) => passages === 0).map(({ term }) => term);
  if (unused.length === 0) return;
  await sql`delete from lexicon where term = any(${unused}) and term <> ''`.execute(tx);
}

/** Adds the passages of the statement's `touched` to the lexicon, or takes them out (`direction` -1). */
function countTerms(direction: 1 | -1): RawBuilder<unknown> {
  return sql`
    insert into lexicon (term, passages)
    select term, ${direction}::int * count(*)::int
    from (select distinct id, unnest(string_to_array(terms, ' ') || array['']) as term from touched) as used
    group by term
    order by term
    on conflict (term) do update set passages = lexicon.passages + excluded.passages
    returning term, passages`;
}

function vectorLiteral(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`;
}

/** PostgreSQL has no text with a NUL in it, so no column is ever equal to one. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}
