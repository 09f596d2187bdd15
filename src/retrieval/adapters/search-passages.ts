import { GalenError } from '../../domain/errors.ts';
import type { Correction } from '../../domain/passage.ts';
import { ANALYZER_VERSION, analyzeText } from '../analysis/analyze-text.ts';
import type { Embedder } from '../embedder.port.ts';
import type { PassageQuery, SearchResult } from '../passage-index.port.ts';
import { rankCandidates, weighTerms } from '../rank-candidates.ts';
import { weighTerm } from '../score-bm25.ts';
import { tellingTerms } from '../telling-terms.ts';
import { analyzeExpansions } from '../term-credit.ts';
import { findCorrections } from './find-corrections.ts';
import type { Generation } from './generations.ts';
import type { IndexParts } from './index-parts.ts';
import { readCorpus } from './read-corpus.ts';
import { readRanked } from './read-ranked.ts';
import { readReach } from './read-reach.ts';
import { readReadableCorpus } from './read-readable-corpus.ts';
import { readTerms } from './read-terms.ts';

/** How many passages each way of searching may propose at least. */
const CANDIDATES = 40;
const UNDEFINED_TABLE = '42P01';
/** A search during which documents are replaced is repeated, up to so many times in all. */
const MAX_TRIES = 8;

/** Passages for the query; once more with a misspelt word put right, where no passage holds the word as it was typed. */
export async function searchPassages(parts: IndexParts, query: PassageQuery): Promise<SearchResult> {
  const asked = unique(analyzeText(query.query, query.language));
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
      if (!isTableGone(error) || tries === MAX_TRIES) throw error;
    }
  }
}

function isTableGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE;
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
    { terms, groups, sought, corpus },
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
    return {
      vector: null,
      problem: `embedder ${embedder.id}: ${reasonOf(error)}`,
    };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof GalenError) return error.code;
  return error instanceof Error ? error.name : 'failed';
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
