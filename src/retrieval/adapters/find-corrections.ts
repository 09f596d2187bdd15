import { type Kysely, sql } from 'kysely';
import type { Correction } from '../../domain/passage.ts';
import { analyzeText } from '../analysis/analyze-text.ts';
import { correctSpelling, doubtfulWords, editLimit, nearbyTerms } from '../analysis/correct-spelling.ts';
import type { PassageQuery } from '../passage-index.port.ts';
import { type Generation, lexiconOf } from './generations.ts';

/** How many close terms the lexicon may offer, those of most passages first. */
const MAX_CLOSE_TERMS = 5_000;

interface CorrectionSource {
  facetIds: readonly number[];
  isKnown: (term: string) => boolean;
  /** The words that may be offered, where they have been read already. */
  vocabulary: ReadonlyMap<string, number> | null;
}

/** Other words for those of the query that the lexicon does not hold; asks it only when there are such. */
export async function findCorrections(
  db: Kysely<unknown>,
  generation: Generation,
  { query, language, access }: PassageQuery,
  { facetIds, isKnown, vocabulary }: CorrectionSource,
): Promise<Correction[]> {
  const unknown = doubtfulWords(query, language).filter((word) => !analyzeText(word, language).some(isKnown));
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
