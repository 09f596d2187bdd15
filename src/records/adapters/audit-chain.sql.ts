import { type RawBuilder, sql } from 'kysely';
import type { AuditBody } from '../../domain/audit-entry.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';

/** What the first entry of a chain follows. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * Two common table expressions, `audit_head` and `audit_entry`, that add an entry to its tenant's chain for each row of
 * `source` (at most one). The upsert locks the tenant's head, so concurrent appends follow each other and never fork.
 */
export function appendToChain(source: RawBuilder<unknown>, body: AuditBody): RawBuilder<unknown> {
  const text = canonicalJson(body);
  return sql`
    audit_head as (
      insert into audit_heads (tenant_id, seq, prev_hash, hash)
      select ${body.tenant_id}::text, 1, ${GENESIS_HASH}::text, ${chained(sql`${GENESIS_HASH}::text`, text)}
      from ${source}
      on conflict (tenant_id) do update set
        seq = audit_heads.seq + 1,
        prev_hash = audit_heads.hash,
        hash = ${chained(sql`audit_heads.hash`, text)}
      returning seq, prev_hash, hash
    ),
    audit_entry as (
      insert into audit_entries (tenant_id, seq, entry_id, prev_hash, hash, body)
      select ${body.tenant_id}::text, seq, ${body.id}::text, prev_hash, hash, ${text}::text from audit_head
    )
  `;
}

function chained(previous: RawBuilder<unknown>, text: string): RawBuilder<string> {
  return sql`encode(sha256(convert_to(${previous} || ${text}::text, 'UTF8')), 'hex')`;
}
