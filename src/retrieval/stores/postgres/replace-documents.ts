import { type Kysely, sql } from 'kysely';
import { withSignal } from '../../../domain/signals.ts';
import { analyzeText } from '../../../language/search-terms/analyze-text.ts';
import type { StoredDocument } from '../../passage-index.port.ts';
import { insertPassages, lockTenants, noteChange, PASSAGE_COLUMNS, storeDocuments } from './document-rows.ts';
import {
  countFacets,
  deleteEntries,
  facetOf,
  type Generation,
  insertEntries,
  liveOf,
  readGenerations,
  uncountFacets,
} from './generations.ts';
import { embedPassages } from './rebuild-index.ts';
import type { IndexParts, NewEntry } from './search-engine.ts';

/** A model on a slow machine may need long for a large document. */
const EMBED_LIMIT_MS = 600_000;

/** Each document's passages and entries in place of those it had, all in one transaction. */
export async function replaceDocuments(
  { db, embedder, engine, logProblem }: IndexParts,
  many: readonly StoredDocument[],
): Promise<void> {
  const items = many.flatMap(({ document, passages }) =>
    passages.map((passage, ordinal) => ({ document, passage, ordinal })),
  );
  const texts = items.map(({ document, passage }) => ({ title: document.title, text: passage.text }));
  const embedded = embedder.embedsLater
    ? []
    : await withSignal({ parent: new AbortController().signal, limitMs: EMBED_LIMIT_MS }, (signal) =>
        embedPassages({ embedder, logProblem }, texts, signal),
      );
  // Before the transaction, which others may have to wait for.
  const analyzed = items.map(({ document, passage: { heading, text } }) =>
    analyzeText(`${document.title}\n${heading}\n${text}`, document.language),
  );
  const tenants = [...new Set(many.map(({ document }) => document.tenant_id))];

  const done = await db.transaction().execute(async (tx) => {
    await lockTenants(tx, tenants);
    const generations = await readGenerations(tx);
    const live = liveOf(generations);
    const facetIds = await countFacets(
      tx,
      many.map(({ document, passages }) => ({ document, passages: passages.length })),
    );
    const held: Held[] = [];
    for (const tenantId of tenants) {
      const ids = many.flatMap(({ document }) => (document.tenant_id === tenantId ? [document.id] : []));
      held.push(...(await takeOut(tx, generations, tenantId, ids)));
    }
    const rows = await storeDocuments(tx, many, facetIds);
    for (const { tenant_id, id } of rows)
      await sql`delete from removed_documents where tenant_id = ${tenant_id} and id = ${id}`.execute(tx);
    await uncountFacets(tx, held);
    const revisions = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]));
    const usable = live.embedder === embedder.id;
    const entries = items.map(({ document, passage }, i): NewEntry => {
      const row = revisions.get(`${document.tenant_id} ${document.id}`);
      return {
        tenant_id: document.tenant_id,
        passage_id: passage.id,
        document_id: document.id,
        revision: row?.revision ?? '0',
        facet_id: row?.facet_id ?? 0,
        facet: facetOf(document),
        terms: analyzed[i] ?? [],
        // Vectors of another embedder do not compare: these wait for the index that is made for them.
        vector: usable ? (embedded[i] ?? null) : null,
      };
    });
    await insertPassages(
      tx,
      items.map(({ document: { tenant_id, id }, passage, ordinal }) => ({
        ...passage,
        tenant_id,
        document_id: id,
        ordinal,
      })),
    );
    await insertEntries(tx, live, entries, { withVectors: engine.hasVectorsInEntries(live) });
    await noteChange(tx, tenants);
    await engine.put(live, entries);
    return { generations, rows };
  });
  const current = done.rows.map(({ tenant_id, id, revision }) => ({ tenant_id, document_id: id, revision }));
  for (const generation of done.generations) await engine.forget(generation, current);
}

/** The document goes; what it was can be restored for so many days. */
const KEEP_REMOVED_DAYS = 90;

export async function removeDocument(
  { db, engine }: IndexParts,
  tenantId: string,
  documentId: string,
): Promise<boolean> {
  const { generations, isRemoved } = await db.transaction().execute(async (tx) => {
    await lockTenants(tx, [tenantId]);
    const generations = await readGenerations(tx);
    await sql`delete from removed_documents where removed_at < now() - make_interval(days => ${KEEP_REMOVED_DAYS})
      or (tenant_id = ${tenantId} and id = ${documentId})`.execute(tx);
    await sql`
      insert into removed_documents (tenant_id, id, document, passages, removed_at)
      select tenant_id, id, to_jsonb(d), (
        select coalesce(jsonb_agg(to_jsonb(kept) order by ordinal), '[]')
        from (select ordinal, ${PASSAGE_COLUMNS} from passages p
              where p.tenant_id = d.tenant_id and p.document_id = d.id) as kept), now()
      from documents d where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx);
    const held = await takeOut(tx, generations, tenantId, [documentId]);
    await sql`delete from documents where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx);
    await uncountFacets(tx, held);
    await noteChange(tx, [tenantId]);
    return { generations, isRemoved: held.length > 0 };
  });
  for (const generation of generations) {
    await engine.forget(generation, [{ tenant_id: tenantId, document_id: documentId, revision: null }]);
  }
  return isRemoved;
}

/** The facet of a document and how many passages it had there. */
interface Held {
  facet_id: number;
  passages: number;
}

/** Takes the documents' passages out of every index, the one being built too; what they had been counted as. */
async function takeOut(
  tx: Kysely<unknown>,
  generations: readonly Generation[],
  tenantId: string,
  documentIds: readonly string[],
): Promise<Held[]> {
  const held = await sql<Held>`
    select d.facet_id, count(p.id)::int as passages
    from documents d left join passages p on p.tenant_id = d.tenant_id and p.document_id = d.id
    where d.tenant_id = ${tenantId} and d.id = any(${documentIds})
    group by d.id, d.facet_id`.execute(tx);
  if (held.rows.length === 0) return [];
  for (const generation of generations) await deleteEntries(tx, generation, tenantId, documentIds);
  await sql`
    delete from passages where tenant_id = ${tenantId} and document_id = any(${documentIds})`.execute(tx);
  return held.rows;
}
