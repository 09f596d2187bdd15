import { type Kysely, sql } from 'kysely';
import { AuditBody, type AuditEntry } from '../../domain/audit-entry.ts';
import { parseJson } from '../../domain/canonical-json.ts';
import type { RecordTables } from '../record-tables.ts';
import { appendToChain, verifyChain } from './audit-chain.ts';

export type Audit = ReturnType<typeof createAudit>;

/** The hash-chained log in PostgreSQL, one chain per tenant. */
export function createAudit({ db }: { db: Kysely<unknown> }) {
  const tables = db.withTables<RecordTables>();

  return {
    async append(body: AuditBody): Promise<void> {
      await sql`
        with ${appendToChain(sql`(select 1) as once`, body)} select 1
      `.execute(db);
    },

    async list(
      tenantId: string,
      { limit, beforeSeq }: { limit: number; beforeSeq?: number | undefined },
    ): Promise<AuditEntry[]> {
      let query = tables
        .selectFrom('audit_entries')
        .select(['seq', 'prev_hash', 'hash', 'body'])
        .where('tenant_id', '=', tenantId)
        .orderBy('seq', 'desc')
        .limit(limit);
      if (beforeSeq !== undefined) query = query.where('seq', '<', String(beforeSeq));
      const rows = await query.execute();
      return rows.map((row) => ({
        seq: Number(row.seq),
        prev_hash: row.prev_hash,
        hash: row.hash,
        body: readBody(tenantId, row.body),
      }));
    },

    verify: (tenantId: string, how: { resume?: boolean | undefined } = {}) => verifyChain(db, tenantId, how),

    async tenants(): Promise<string[]> {
      const { rows } = await sql<{ tenant_id: string }>`
        select tenant_id from audit_heads union select tenant_id from audit_entries
        union select tenant_id from runs order by 1
      `.execute(db);
      return rows.map((row) => row.tenant_id);
    },
  };
}

/** An entry that someone has tampered with is shown for what it is; it must not hide the others behind an error. */
function readBody(tenant_id: string, text: string): AuditBody {
  const parsed = AuditBody.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const unknown = { id: '', at: '', user_id: '', run_id: null, question: null };
  return { ...unknown, tenant_id, action: 'unreadable', details: { stored: text } };
}
