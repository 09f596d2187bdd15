import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EVIDENCE_WEIGHTS, type EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Correction, RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../analysis/analyze-text.ts';
import type { Embedder } from '../embedder.port.ts';
import type { PassageFilters, PassageQuery, SearchResult } from '../passage-index.port.ts';
import { blendEvidence, fuseScores } from '../rank-evidence.ts';
import { type AnalyzedQuery, scaleLexical } from '../scale-lexical.ts';
import { type CorpusStatistics, scoreBm25, weighTerm } from '../score-bm25.ts';
import { analyzeExpansions, matchedTerms } from '../term-credit.ts';
import { findCorrections } from './find-corrections.ts';
import { readable } from './readable.ts';
import { vectorLiteral } from './vector-literal.ts';

/** How many passages each of the two searches may propose at least. */
const CANDIDATES = 40;
/** A number is rarely what a question is about, however rare it is. */
const NUMBER_SHARE = 0.25;

interface SearchedQuery extends AnalyzedQuery {
  /** Asked terms and those of their synonyms. */
  sought: readonly string[];
  corpus: CorpusStatistics;
}

interface Hit {
  id: string;
  document_id: string;
  heading: string;
  text: string;
  start_pos: number;
  end_pos: number;
  terms: string;
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
  /** The lexicon's rows for the query's terms; the empty term counts them all. */
  known_terms: { term: string; passages: number; occurrences: number }[] | null;
}

/** Passages for the query; once more with a misspelt word put right, where no passage holds the word as it was typed. */
export async function searchPassages(
  db: Kysely<unknown>,
  embedder: Embedder,
  query: PassageQuery,
): Promise<SearchResult> {
  const asked = unique(analyzeText(query.query, query.language));
  if (asked.length === 0) return { passages: [], terms: [], corrections: [], degraded: null };
  const embedded = await embedOrExplain(embedder, query);
  const searched = await searchOnce(db, embedder, embedded, asked, query);
  const corrections = await findCorrections(db, query, (term) => searched.known.has(term));
  if (corrections.length === 0) return { ...searched.result, corrections };

  const inOtherWords = corrections.map(({ from, to }) => ({ phrase: from, alternatives: [to] }));
  const again = await searchOnce(db, embedder, embedded, asked, {
    ...query,
    expansions: [...query.expansions, ...inOtherWords],
  });
  const { passages } = again.result;
  // A word that only passages out of the asker's sight hold is not told.
  const isTold = ({ to }: Correction) =>
    analyzeText(to, query.language).every((term) =>
      passages.some(({ matched_terms }) => matched_terms.includes(term)),
    );
  return { ...again.result, corrections: corrections.filter(isTold) };
}

/**
 * Candidates from both searches in one statement, access and filters inside it, scored here: the index scan
 * finds the best by BM25 without saying their scores, and computing those in the database again is slow.
 */
async function searchOnce(
  db: Kysely<unknown>,
  embedder: Embedder,
  embedded: Awaited<ReturnType<typeof embedOrExplain>>,
  asked: readonly string[],
  query: PassageQuery,
): Promise<{ result: Omit<SearchResult, 'corrections'>; known: ReadonlyMap<string, number> }> {
  const groups = analyzeExpansions(query.expansions, query.language);
  const sought = unique([...asked, ...groups.flatMap(({ alternatives }) => alternatives.flat())]);

  const candidates = Math.max(CANDIDATES, query.limit);
  const bm25Query = sql`to_bm25query(${sought.join(' ')}, 'passages_bm25')`;
  const may = sql`${readable(query.access)} and ${matching(query.filters)}`;
  const vector = embedded.vector === null ? null : vectorLiteral(embedded.vector);
  const cosine = vector === null ? sql`0::float8` : sql`1 - (p.embedding <=> ${vector}::vector)`;
  const dense =
    vector === null
      ? sql`select null::text as id where false`
      : sql`select id from passages where ${may} order by embedding <=> ${vector}::vector limit ${candidates}`;

  const found = await sql<Hit>`
    with lexical as (
           select id from passages where ${may}
           order by terms <@> ${bm25Query} limit ${candidates}),
         dense as (${dense}),
         known as (
           select json_agg(lexicon) as known_terms from lexicon
           where tenant_id = ${query.access.tenant_id} and (term = '' or term = any(${sought})))
    select p.id, p.document_id, p.heading, p.text, p.start_pos, p.end_pos, p.terms,
           ${cosine} as cosine, known.known_terms,
           d.title, d.collection, d.language, d.source_type, d.evidence_level, d.journal, d.year, d.url, d.pmid,
           d.reference, d.scope, d.department, d.created_at
    from (select id from lexical union select id from dense) as hit
    join passages p on p.tenant_id = ${query.access.tenant_id} and p.id = hit.id
    join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id
    cross join known`.execute(db);

  const corpus = corpusOf(found.rows[0]);
  const terms = asked.map((term) => ({
    term,
    weight: weighTerm(term, corpus) * (/^\d/u.test(term) ? NUMBER_SHARE : 1),
  }));
  const ranked = found.rows
    .map((hit) => toRanked(hit, { terms, groups, sought, corpus }, vector === null ? null : embedder))
    .filter(({ scores }) => scores.relevance > 0)
    .sort((a, b) => b.scores.final - a.scores.final || (a.id < b.id ? -1 : 1));
  return {
    result: { passages: ranked.slice(0, query.limit), terms, degraded: embedded.problem },
    known: corpus.passagesWith,
  };
}

async function embedOrExplain(embedder: Embedder, query: PassageQuery) {
  try {
    const [vector] = await embedder.embed([query.query], { kind: 'query', signal: query.signal });
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

function corpusOf(hit: Hit | undefined): CorpusStatistics {
  const known = hit?.known_terms ?? [];
  const all = known.find(({ term }) => term === '');
  return {
    passages: all?.passages ?? 0,
    occurrences: all?.occurrences ?? 0,
    passagesWith: new Map(known.map(({ term, passages }) => [term, passages])),
  };
}

/** A hit with its scores; by words alone when no embedder took part. */
function toRanked(hit: Hit, query: SearchedQuery, embedder: Embedder | null): RankedPassage {
  const terms = hit.terms.split(' ');
  const held = new Set(terms);
  const lexical = scaleLexical(scoreBm25(terms, query.sought, query.corpus), query, held);
  const dense = embedder === null ? 0 : scaleCosine(hit.cosine, embedder);
  const relevance = fuseScores(lexical, dense, embedder?.share ?? 0);
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
      dense,
      relevance,
      evidence: EVIDENCE_WEIGHTS[hit.evidence_level],
      final: blendEvidence(relevance, hit.evidence_level),
    },
    matched_terms: matchedTerms(
      query.terms.map(({ term }) => term),
      query.groups,
      held,
    ),
  };
}

function scaleCosine(cosine: number, { scale: { unrelated, same } }: Embedder): number {
  // A passage of words too short to embed has no direction either.
  return Number.isNaN(cosine) ? 0 : Math.min(1, Math.max(0, (cosine - unrelated) / (same - unrelated)));
}

function matching(filters: PassageFilters): RawBuilder<unknown> {
  const among = (column: RawBuilder<unknown>, values: readonly string[] | null | undefined) =>
    values ? sql`and ${column} = any(${values.filter(isStorable)}::text[])` : sql``;
  return sql`true
    ${among(sql`source_type`, filters.source_types)} ${among(sql`evidence_level`, filters.evidence_levels)}
    ${among(sql`collection`, filters.collections)} ${among(sql`language`, filters.languages)}`;
}

/** PostgreSQL has no text with a NUL in it, so no column is ever equal to one. */
function isStorable(value: string): boolean {
  return !value.includes('\0');
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}
