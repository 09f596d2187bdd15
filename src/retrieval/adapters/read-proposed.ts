import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Proposed } from '../rank-candidates.ts';
import type { CorpusStatistics } from '../score-bm25.ts';
import { DOCUMENT_COLUMNS } from './document-rows.ts';
import { entriesOf, type Generation, lexiconOf } from './generations.ts';
import { PASSAGE_COLUMNS, type PassageRow, toPassage } from './passage-rows.ts';
import { readable } from './readable.ts';
import type { Candidate } from './search-engine.ts';

interface KnownTerm {
  term: string;
  passages: number;
  occurrences: number;
}

type ProposedRow = PassageRow &
  Omit<RankedPassage['document'], 'id' | 'created_at'> & { created_at: Date; terms: string };

/**
 * The proposed passages that still are as the engine knew them and may be read, how often each term occurs, and which
 * proposed ones are ahead: of a revision that this view of the database does not know yet.
 */
export async function readProposed(
  db: Kysely<unknown>,
  generation: Generation,
  access: Access,
  { candidates, sought }: { candidates: readonly Candidate[]; sought: readonly string[] },
): Promise<{ proposed: Proposed[]; corpus: CorpusStatistics; ahead: string[] }> {
  const given = sql`json_to_recordset(${JSON.stringify(candidates)}::json) as row(
    passage_id text, document_id text, revision bigint)`;
  const found = await sql<{ known: KnownTerm[] | null; rows: ProposedRow[] | null; ahead: string[] | null }>`
    select (select json_agg(known) from ${lexiconOf(generation)} known
            where tenant_id = ${access.tenant_id} and (term = '' or term = any(${sought}))) as known,
           (select array_agg(row.passage_id || ' ' || row.revision order by row.passage_id, row.revision)
            from ${given} where not exists (
              select from documents d where d.tenant_id = ${access.tenant_id} and d.id = row.document_id
                and d.revision >= row.revision)) as ahead,
           (select json_agg(hit) from (
              select ${PASSAGE_COLUMNS}, e.terms, d.*
              from ${given}
              join ${entriesOf(generation)} e
                on e.tenant_id = ${access.tenant_id} and e.passage_id = row.passage_id and e.revision = row.revision
              join passages p on p.tenant_id = e.tenant_id and p.id = e.passage_id
              join lateral (
                select ${DOCUMENT_COLUMNS} from documents
                where documents.id = p.document_id and ${readable(access)}) d on true) as hit) as rows`.execute(
    db,
  );
  const { known = null, rows = null, ahead = null } = found.rows[0] ?? {};
  const cosines = new Map(candidates.map(({ passage_id, cosine }) => [passage_id, cosine]));
  const all = known?.find(({ term }) => term === '');
  return {
    ahead: ahead ?? [],
    proposed: (rows ?? []).map((row) => toProposed(row, cosines.get(row.id) ?? null)),
    corpus: {
      passages: all?.passages ?? 0,
      occurrences: all?.occurrences ?? 0,
      passagesWith: new Map((known ?? []).map(({ term, passages }) => [term, passages])),
    },
  };
}

function toProposed(row: ProposedRow, cosine: number | null): Proposed {
  const { id, document_id, heading_path, text, start, end, page, terms, created_at, ...document } = row;
  return {
    passage: toPassage({ id, document_id, heading_path, text, start, end, page }),
    document: { ...document, id: document_id, created_at: new Date(created_at).toISOString() },
    terms: terms.split(' '),
    cosine,
  };
}
