import { type Kysely, sql } from 'kysely';
import type { Access } from '../../../domain/access.ts';
import type { EvidenceLevel } from '../../../domain/evidence-level.ts';
import type { PassageFilters } from '../../passage-index.port.ts';
import type { Proposed } from '../../search/rank-candidates.ts';
import type { CorpusStatistics } from '../../search/score-terms.ts';
import { readable } from './document-rows.ts';
import { entriesOf, type Generation, lexiconOf, matching, splitTerms } from './generations.ts';
import type { Candidate } from './search-engine.ts';
import type { TenantStamp } from './tenant-vectors.ts';

/** The index in use, and what of it access and filters leave: the facets, and how many passages those have. */
export async function readReach(db: Kysely<unknown>, access: Access, filters: PassageFilters) {
  const found = await sql<Generation & { facet_ids: number[]; reachable: number; stamp: TenantStamp }>`
    select g.*, reach.*,
           json_build_object(
             'revision', (select revision::text from tenant_revisions where tenant_id = ${access.tenant_id}),
             'vectors', (select vectors::text from tenant_revisions where tenant_id = ${access.tenant_id}),
             'passages', (select coalesce(sum(passages), 0) from facets where tenant_id = ${access.tenant_id})) as stamp
    from index_generations g,
         (select coalesce(array_agg(id), '{}') as facet_ids, coalesce(sum(passages), 0)::int as reachable
          from facets where ${readable(access)} and ${matching(filters)}) as reach
    where g.state = 'live'`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error('the index has no live generation');
  const { facet_ids, reachable, stamp, ...generation } = row;
  return { generation, facetIds: facet_ids, reachable, stamp };
}

/** Nulls where there is no such entry, or none that may be read. */
interface EntryTerms {
  passage_id: string;
  revision: string;
  terms: string | null;
  evidence_level: EvidenceLevel | null;
  is_ahead: boolean;
}

/**
 * The terms of the proposed passages that still are as the engine knew them and may be read, and which proposed ones
 * are ahead: of a revision that this view of the database does not know yet.
 */
export async function readTerms(
  db: Kysely<unknown>,
  generation: Generation,
  access: Access,
  candidates: readonly Candidate[],
): Promise<{ proposed: Proposed[]; ahead: string[] }> {
  // Row by row, by their keys: as joins the planner would read whole tables for these few.
  const found = await sql<EntryTerms>`
    select row.passage_id, e.terms, row.revision::text as revision,
           (select evidence_level from facets where id = e.facet_id and ${readable(access)}) as evidence_level,
           e.revision is null and row.revision > coalesce(
             (select revision from documents
              where tenant_id = ${access.tenant_id} and id = row.document_id), 0) as is_ahead
    from json_to_recordset(${JSON.stringify(candidates)}::json) as row(
           passage_id text, document_id text, revision bigint)
    left join lateral (
      select terms, facet_id, revision from ${entriesOf(generation)} e
      where e.tenant_id = ${access.tenant_id} and e.passage_id = row.passage_id and e.revision = row.revision
      limit 1) e on true`.execute(db);
  // An engine of its own may propose two revisions of one passage.
  const cosines = new Map(
    candidates.map(({ passage_id, revision, cosine }) => [`${passage_id} ${revision}`, cosine]),
  );
  return {
    ahead: found.rows
      .filter(({ is_ahead }) => is_ahead)
      .map(({ passage_id, revision }) => `${passage_id} ${revision}`)
      .sort(),
    proposed: found.rows.flatMap(({ passage_id, revision, terms, evidence_level }) => {
      if (terms === null || evidence_level === null) return [];
      const cosine = cosines.get(`${passage_id} ${revision}`) ?? null;
      return [{ passage_id, evidence_level, terms: splitTerms(terms), cosine }];
    }),
  };
}

/** How often these terms occur in a tenant's passages of the kinds of source that a search reaches. */
export async function readCorpus(
  db: Kysely<unknown>,
  generation: Generation,
  tenantId: string,
  terms: readonly string[],
  facetIds: readonly number[],
): Promise<CorpusStatistics> {
  const found = await sql<{ term: string; passages: number; occurrences: string }>`
    select term, sum(passages)::int as passages, sum(occurrences) as occurrences from ${lexiconOf(generation)}
    where tenant_id = ${tenantId} and term = any(${['', ...terms]})
      and source_type in (select source_type from facets where id = any(${facetIds}::int[]))
    group by term`.execute(db);
  const all = found.rows.find(({ term }) => term === '');
  return {
    passages: all?.passages ?? 0,
    occurrences: Number(all?.occurrences ?? 0),
    passagesWith: new Map(found.rows.map(({ term, passages }) => [term, passages])),
  };
}

/** How often every term occurs in the passages that may be read, of the collections that a search reaches. */
export async function readReadableCorpus(
  db: Kysely<unknown>,
  generation: Generation,
  access: Access,
  facetIds: readonly number[],
): Promise<CorpusStatistics> {
  const found = await sql<{ terms: string }>`
    select terms from ${entriesOf(generation)}
    where tenant_id = ${access.tenant_id} and facet_id in (
      select id from facets where ${readable(access)}
        and collection in (select collection from facets where id = any(${facetIds}::int[])))`.execute(db);
  const passagesWith = new Map<string, number>();
  let occurrences = 0;
  for (const { terms } of found.rows) {
    const all = splitTerms(terms);
    occurrences += all.length;
    for (const term of new Set(all)) passagesWith.set(term, (passagesWith.get(term) ?? 0) + 1);
  }
  return { passages: found.rows.length, occurrences, passagesWith };
}
