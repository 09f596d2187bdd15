import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Proposed } from '../rank-candidates.ts';
import { entriesOf, type Generation } from './generations.ts';
import { readable } from './readable.ts';
import type { Candidate } from './search-engine.ts';

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
  const cosines = new Map(candidates.map(({ passage_id, cosine }) => [passage_id, cosine]));
  return {
    ahead: found.rows
      .filter(({ is_ahead }) => is_ahead)
      .map(({ passage_id, revision }) => `${passage_id} ${revision}`)
      .sort(),
    proposed: found.rows.flatMap(({ passage_id, terms, evidence_level }) =>
      terms === null || evidence_level === null
        ? []
        : [
            {
              passage_id,
              evidence_level,
              terms: terms.split(' '),
              cosine: cosines.get(passage_id) ?? null,
            },
          ],
    ),
  };
}
