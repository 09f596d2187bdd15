import { type Kysely, sql } from 'kysely';
import type { Access } from '../../domain/access.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Ranked } from '../rank-candidates.ts';
import { DOCUMENT_COLUMNS } from './document-rows.ts';
import { PASSAGE_COLUMNS, type PassageRow, toPassage } from './passage-rows.ts';
import { readable } from './readable.ts';

type RankedRow = PassageRow & Omit<RankedPassage['document'], 'id' | 'created_at'> & { created_at: Date };

/** The ranked passages with their documents, in their order; only those whose document may be read. */
export async function readRanked(
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
