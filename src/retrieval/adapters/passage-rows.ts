import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { Passage } from '../../domain/passage.ts';
import { readable } from './readable.ts';

/** What a passage is. */
export const PASSAGE_COLUMNS = sql.raw(
  `p.id, p.document_id, p.heading_path, p.text, p.start_pos as start, p.end_pos as "end", p.page`,
);

export type PassageRow = Omit<Passage, 'heading'>;

export function toPassage({ heading_path, ...row }: PassageRow): Passage {
  return { ...row, heading_path, heading: heading_path.at(-1) ?? '' };
}

/** Passages of one tenant's documents; `ordinal` is a passage's place among those of its document. */
export async function insertPassages(
  tx: Kysely<unknown>,
  tenantId: string,
  passages: readonly (Passage & { ordinal: number })[],
): Promise<void> {
  await sql`
    insert into passages (tenant_id, id, document_id, ordinal, heading_path, text, start_pos, end_pos, page)
    select ${tenantId}, row.id, row.document_id, row.ordinal, row.heading_path, row.text, row.start, row."end", row.page
    from json_to_recordset(${JSON.stringify(passages)}::json) as row(
           id text, document_id text, ordinal integer, heading_path json, text text, start integer, "end" integer,
           page integer)`.execute(tx);
}

export async function deletePassages(
  tx: Kysely<unknown>,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  await sql`
    delete from passages where tenant_id = ${tenantId} and document_id = any(${documentIds})`.execute(tx);
}

/** The passages around each of these in their documents. */
export async function readNeighbours(
  db: Kysely<unknown>,
  access: Access,
  passageIds: readonly string[],
  reach: number,
): Promise<Passage[]> {
  const found = await sql<PassageRow>`
    select distinct on (p.document_id, p.ordinal) ${PASSAGE_COLUMNS}
    from passages kept
    join passages p on p.tenant_id = kept.tenant_id and p.document_id = kept.document_id
      and p.ordinal between kept.ordinal - ${reach}::int and kept.ordinal + ${reach}::int
    where kept.tenant_id = ${access.tenant_id} and kept.id = any(${passageIds}) and not p.id = any(${passageIds})
      and exists (select from documents where id = kept.document_id and ${readable(access)})
    order by p.document_id, p.ordinal`.execute(db);
  return found.rows.map(toPassage);
}
