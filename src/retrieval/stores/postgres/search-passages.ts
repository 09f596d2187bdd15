import { type Kysely, sql } from 'kysely';
import type { Access } from '../../../domain/access.ts';
import { codeOf } from '../../../domain/errors.ts';
import type { Correction, RankedPassage } from '../../../domain/passage.ts';
import { restoreMarks } from '../../../language/restore-marks.ts';
import { ANALYZER_VERSION, analyzeText } from '../../../language/search-terms/analyze-text.ts';
import {
  correctSpelling,
  doubtfulWords,
  editLimit,
  nearbyTerms,
} from '../../../language/search-terms/correct-spelling.ts';
import type { Embedder } from '../../embedder.port.ts';
import type { PassageQuery, SearchResult } from '../../passage-index.port.ts';
import { reasonOf } from '../../search/find-passages.ts';
import { type Ranked, rankCandidates, weighTerms } from '../../search/rank-candidates.ts';
import { analyzeExpansions, tellingTerms, weighTerm } from '../../search/score-terms.ts';
import { DOCUMENT_COLUMNS, PASSAGE_COLUMNS, type PassageRow, readable, toPassage } from './document-rows.ts';
import { type Generation, lexiconOf } from './generations.ts';
import { readCorpus, readReach, readReadableCorpus, readTerms } from './read-corpus.ts';
import type { IndexParts } from './search-engine.ts';

/** How many passages each way of searching may propose at least. */
const CANDIDATES = 40;
const UNDEFINED_TABLE = '42P01';
/** Of one search: a question has fewer, and whoever sends pages must not keep the database from others. */
const MAX_TERMS = 200;
/** Words put right in one search; where more are unknown, they are not misspelt but of another kind. */
const MAX_CORRECTED = 8;
/** A search during which documents are replaced is repeated, up to so many times in all. */
const MAX_TRIES = 8;

/** Passages for the query; once more with a misspelt word put right, where no passage holds the word as it was typed. */
export async function searchPassages(parts: IndexParts, typed: PassageQuery): Promise<SearchResult> {
  const query = { ...typed, query: restoreMarks(typed.query, typed.language) };
  const asked = unique(analyzeText(query.query, query.language)).slice(0, MAX_TERMS);
  if (asked.length === 0) return { passages: [], terms: [], corrections: [], degraded: null };
  const embedded = await embedOrExplain(parts.embedder, query);
  const { result, corrections } = await searchOnce(parts, embedded, asked, query);
  if (corrections.length === 0) return { ...result, corrections };

  const inOtherWords = corrections.map(({ from, to }) => ({ phrase: from, alternatives: [to] }));
  const expansions = [...query.expansions, ...inOtherWords];
  const again = await searchOnce(parts, embedded, asked, { ...query, expansions });
  const { passages } = again.result;
  // A word that only passages out of the asker's sight hold is not told.
  const isTold = ({ to }: Correction) =>
    analyzeText(to, query.language).every((term) =>
      passages.some(({ matched_terms }) => matched_terms.includes(term)),
    );
  return { ...again.result, corrections: corrections.filter(isTold) };
}

interface Embedded {
  vector: Float32Array | null;
  problem: string | null;
}

interface Searched {
  result: Omit<SearchResult, 'corrections'>;
  corrections: Correction[];
  /** Proposed passages of revisions that the search's view of the database does not know yet. */
  ahead: readonly string[];
}

async function searchOnce(
  parts: IndexParts,
  embedded: Embedded,
  asked: readonly string[],
  query: PassageQuery,
): Promise<Searched> {
  // One view of the database for all statements: a document that is replaced meanwhile is still found as it was.
  const search = () =>
    parts.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => searchGeneration({ ...parts, db: tx }, embedded, asked, query));
  let before = '';
  for (let tries = 1; ; tries += 1) {
    try {
      const searched = await search();
      const ahead = searched.ahead.join();
      // An engine of its own may know a replacement already and the old passages no more. The same ones again are
      // left over from a change that never was committed.
      if (ahead === '' || ahead === before || tries === MAX_TRIES) return searched;
      before = ahead;
    } catch (error) {
      // Another index took the place of this one, and its tables are gone; the next try reads the new ones.
      if (codeOf(error) !== UNDEFINED_TABLE || tries === MAX_TRIES) throw error;
    }
  }
}

/** The engine proposes passages within what access and filters leave; they are read, and scored here. */
async function searchGeneration(
  { db, embedder, engine }: IndexParts,
  embedded: Embedded,
  asked: readonly string[],
  query: PassageQuery,
): Promise<Searched> {
  const groups = analyzeExpansions(query.expansions, query.language);
  const sought = unique([...asked, ...groups.flatMap(({ alternatives }) => alternatives.flat())]);
  const { generation, facetIds, reachable, stamp } = await readReach(db, query.access, query.filters);
  const isCounted = query.countsReadable === true;
  const corpus = isCounted
    ? await readReadableCorpus(db, generation, query.access, facetIds)
    : await readCorpus(db, generation, query.access.tenant_id, sought, facetIds);
  const mismatch = mismatchOf(generation, embedder);
  const vector = mismatch.vectors === null ? embedded.vector : null;
  const { candidates, degraded } = await engine.find(db, generation, {
    query,
    asked: tellingTerms(asked, corpus),
    sought: tellingTerms(sought, corpus),
    weights: new Map(sought.map((term) => [term, weighTerm(term, corpus)])),
    vector,
    facetIds,
    reachable,
    stamp,
    candidates: Math.max(CANDIDATES, query.limit),
  });
  const { proposed, ahead } = await readTerms(db, generation, query.access, candidates);
  const terms = weighTerms(asked, corpus);
  const ranked = rankCandidates(
    proposed,
    { language: query.language, terms, groups, sought, corpus },
    vector === null || degraded !== null ? null : embedder,
  );
  return {
    result: {
      passages: await readRanked(db, query.access, ranked.slice(0, query.limit)),
      terms,
      degraded: embedded.problem ?? mismatch.vectors ?? degraded ?? mismatch.terms,
    },
    corrections: await findCorrections(db, generation, query, {
      facetIds,
      isKnown: (term) => corpus.passagesWith.has(term),
      vocabulary: isCounted ? corpus.passagesWith : null,
    }),
    ahead,
  };
}

async function embedOrExplain(embedder: Embedder, query: PassageQuery): Promise<Embedded> {
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
    return { vector: null, problem: `embedder ${embedder.id}: ${reasonOf(error)}` };
  }
}

/** Why the index in use cannot be asked as it should be: it was made otherwise, and another is being built. */
function mismatchOf(generation: Generation, embedder: Embedder) {
  const isSame = generation.embedder === embedder.id && generation.dimensions === embedder.dimensions;
  return {
    vectors: isSame ? null : `index: made by embedder ${generation.embedder}, not yet by ${embedder.id}`,
    terms:
      generation.analyzer === ANALYZER_VERSION
        ? null
        : `index: made by analyzer ${generation.analyzer}, not yet by ${ANALYZER_VERSION}`,
  };
}

function unique(terms: readonly string[]): string[] {
  return [...new Set(terms)];
}

/** How many close terms the lexicon may offer, those of most passages first. */
const MAX_CLOSE_TERMS = 5_000;

interface CorrectionSource {
  facetIds: readonly number[];
  isKnown: (term: string) => boolean;
  /** The words that may be offered, where they have been read already. */
  vocabulary: ReadonlyMap<string, number> | null;
}

/** Other words for those of the query that the lexicon does not hold; asks it only when there are such. */
async function findCorrections(
  db: Kysely<unknown>,
  generation: Generation,
  { query, language, access }: PassageQuery,
  { facetIds, isKnown, vocabulary }: CorrectionSource,
): Promise<Correction[]> {
  const unknown = doubtfulWords(query, language)
    .filter((word) => !analyzeText(word, language).some(isKnown))
    .slice(0, MAX_CORRECTED);
  if (unknown.length === 0) return [];
  if (vocabulary !== null) return correctSpelling(unknown.join(' '), vocabulary, language);
  const close = unknown.map((word) => {
    const limit = editLimit(word);
    const stem = analyzeText(word, language)[0] ?? word;
    return sql`(starts_with(term, ${stem.slice(0, 1)})
      and length(term) between ${stem.length - limit}::int and ${word.length + limit}::int)`;
  });
  const written = unknown.flatMap((word) => nearbyTerms(word, language));
  const found = await sql<{ term: string; passages: number }>`
    select term, sum(passages)::int as passages from ${lexiconOf(generation)}
    where tenant_id = ${access.tenant_id} and passages > 0
      and source_type in (select source_type from facets where id = any(${facetIds}::int[])) and (term = any(${written}) or ${sql.join(close, sql` or `)})
    group by term order by passages desc limit ${MAX_CLOSE_TERMS}`.execute(db);
  const offered = new Map(found.rows.map(({ term, passages }) => [term, passages]));
  return correctSpelling(unknown.join(' '), offered, language);
}

type RankedRow = PassageRow & Omit<RankedPassage['document'], 'id' | 'created_at'> & { created_at: Date };

/** The ranked passages with their documents, in their order; only those whose document may be read. */
async function readRanked(
  db: Kysely<unknown>,
  access: Access,
  ranked: readonly Ranked[],
): Promise<RankedPassage[]> {
  const ids = ranked.map(({ passage_id }) => passage_id);
  const found = await sql<RankedRow>`
    select ${PASSAGE_COLUMNS}, d.*
    from passages p
    join lateral (
      select ${DOCUMENT_COLUMNS} from documents
      where documents.id = p.document_id and ${readable(access)}) d on true
    where p.tenant_id = ${access.tenant_id} and p.id = any(${ids})`.execute(db);
  const rows = new Map(found.rows.map((row) => [row.id, row]));
  return ranked.flatMap(({ passage_id, scores, matched_terms }) => {
    const row = rows.get(passage_id);
    return row ? [{ ...toParts(row), scores, matched_terms }] : [];
  });
}

function toParts(row: RankedRow): Omit<RankedPassage, 'scores' | 'matched_terms'> {
  const { id, document_id, heading_path, text, start, end, page, created_at, ...document } = row;
  return {
    ...toPassage({ id, document_id, heading_path, text, start, end, page }),
    document: { ...document, id: document_id, created_at: created_at.toISOString() },
  };
}
