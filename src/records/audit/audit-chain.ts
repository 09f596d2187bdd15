import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AuditBody, type AuditProblem, type AuditVerdict } from '../../domain/audit-entry.ts';
import { canonicalJson, parseJson } from '../../domain/canonical-json.ts';

const BATCH = 1_000;

interface Row {
  seq: number;
  entry_id: string;
  prev_hash: string;
  hash: string;
  body: string;
}

type Link = Pick<Row, 'seq' | 'hash'>;

/** What the chain says of itself, read in one statement: what is appended later is left out of account. */
interface Extent {
  head_seq: number;
  head_hash: string | null;
  entries: number;
  top: number;
}

/** Walks a tenant's chain from its first entry and names the first that is not as it was written. */
export async function verifyChain(db: Kysely<unknown>, tenantId: string): Promise<AuditVerdict> {
  const { head_seq, head_hash, entries, top } = await readExtent(db, tenantId);
  const first_problem = await firstProblem();
  return { tenant_id: tenantId, entries, head: head_hash ?? GENESIS_HASH, first_problem };

  async function firstProblem(): Promise<AuditProblem | null> {
    let previous: Link = { seq: 0, hash: GENESIS_HASH };
    for await (const row of entriesInOrder()) {
      const expected = previous.seq + 1;
      if (row.seq > expected) return removed(expected, `entry ${row.seq} follows entry ${previous.seq}`);
      // Numbers below 1 come before the first entry ever written.
      if (row.seq < expected)
        return inserted(row.seq, `the chain begins at 1, but there is an entry ${row.seq}`);
      if (row.prev_hash !== previous.hash) return explainBreak(row, previous);
      if (hashOf(row) !== row.hash) return explainBadHash(row);
      if (!isOf(row, tenantId))
        return changed(row.seq, 'its row is not of the tenant or entry that its content names');
      previous = row;
    }
    return explainEnd(previous) ?? missingEnd(previous.seq);
  }

  /** A chain cut off at its end fits in itself; the turns that are still on record show what is gone. */
  async function missingEnd(last: number): Promise<AuditProblem | null> {
    const { rows } = await sql<{ id: string }>`
      select runs.id from runs
      where runs.tenant_id = ${tenantId} and runs.status in ('done', 'failed', 'interrupted')
        and not exists (
          select from audit_entries where audit_entries.tenant_id = ${tenantId}
            and (audit_entries.body::json ->> 'run_id') = runs.id::text)
      order by runs.created_at limit 1
    `.execute(db);
    const run = rows[0];
    return run ? removed(last + 1, `the turn ${run.id} has ended, but no entry tells of it`) : null;
  }

  /** An entry does not follow the one before it: the count says whether one was added or removed, its neighbours say which. */
  async function explainBreak(row: Row, previous: Link): Promise<AuditProblem> {
    if (entries > head_seq) return oneTooMany(await insertedSeq(row));
    if (entries < head_seq) {
      const gap = `entry ${row.seq} does not follow entry ${previous.seq}, and entries are missing`;
      return removed(row.seq, gap);
    }
    if (hashOf(row) !== row.hash) return changed(row.seq, 'neither its hash nor the one before it fit');
    const successor = await follower(previous.hash);
    if (successor !== null) {
      const explanation = `entry ${successor.seq} is the one that was written after entry ${previous.seq}`;
      return { seq: row.seq, kind: 'reordered', explanation };
    }
    // Nothing follows the entry before, which was made to fit: it is the one that was rewritten.
    if (previous.seq > 0)
      return changed(previous.seq, 'its hash is not the one that the next entry was written after');
    return changed(row.seq, 'it does not begin a chain');
  }

  /**
   * A forged entry may follow its forerunner well; then the true one follows the same forerunner, further on, and the
   * rest of the chain follows the true one.
   */
  async function insertedSeq(row: Row): Promise<number> {
    const rival = await follower(row.prev_hash);
    if (rival === null || rival.seq >= row.seq || rival.hash === row.hash) return row.seq;
    return row.hash === head_hash || (await follower(row.hash)) !== null ? rival.seq : row.seq;
  }

  function explainBadHash(row: Row): AuditProblem {
    if (entries > head_seq) return oneTooMany(row.seq);
    return changed(row.seq, `its content hashes to ${hashOf(row)}, not to ${row.hash}`);
  }

  function oneTooMany(seq: number): AuditProblem {
    return inserted(seq, `there are ${entries} entries, but ${head_seq} were written`);
  }

  function explainEnd(last: Link): AuditProblem | null {
    if (head_hash === null) return last.seq === 0 ? null : removed(last.seq, "the chain's head is missing");
    if (last.seq < head_seq)
      return removed(last.seq + 1, `the chain ends at ${last.seq}, but ${head_seq} were written`);
    if (last.seq > head_seq) return inserted(head_seq + 1, `the chain was written up to ${head_seq} only`);
    return last.hash === head_hash
      ? null
      : changed(last.seq, 'its hash is not the one at the head of the chain');
  }

  async function* entriesInOrder(): AsyncGenerator<Row> {
    let after: number | null = null;
    for (;;) {
      const { rows }: { rows: Row[] } = await sql<Row>`
        select seq::float8 as seq, entry_id, prev_hash, hash, body from audit_entries
        where tenant_id = ${tenantId} and seq <= ${top} and (${after}::bigint is null or seq > ${after}::bigint)
        order by seq limit ${BATCH}
      `.execute(db);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      after = last.seq;
    }
  }

  /** The first entry that says it was written after this hash. */
  async function follower(hash: string): Promise<Link | null> {
    const { rows } = await sql<Link>`
      select seq::float8 as seq, hash from audit_entries
      where tenant_id = ${tenantId} and prev_hash = ${hash} and seq <= ${top}
      order by seq limit 1
    `.execute(db);
    return rows[0] ?? null;
  }
}

/** The hash covers the content; this ties the content to the row it stands in. */
function isOf({ entry_id, body }: Row, tenantId: string): boolean {
  const named = AuditBody.pick({ id: true, tenant_id: true }).safeParse(parseJson(body));
  // Content that names neither was not written by us: the count of entries finds it.
  return !named.success || (named.data.id === entry_id && named.data.tenant_id === tenantId);
}

async function readExtent(db: Kysely<unknown>, tenantId: string): Promise<Extent> {
  const { rows } = await sql<Extent>`
    select
      coalesce((select seq from audit_heads where tenant_id = ${tenantId}), 0)::float8 as head_seq,
      (select hash from audit_heads where tenant_id = ${tenantId}) as head_hash,
      count(*)::float8 as entries,
      coalesce(max(seq), 0)::float8 as top
    from audit_entries where tenant_id = ${tenantId}
  `.execute(db);
  return rows[0] ?? { head_seq: 0, head_hash: null, entries: 0, top: 0 };
}

function hashOf({ prev_hash, body }: Row): string {
  return createHash('sha256').update(`${prev_hash}${body}`).digest('hex');
}

function removed(seq: number, explanation: string): AuditProblem {
  return { seq, kind: 'removed', explanation };
}

function inserted(seq: number, explanation: string): AuditProblem {
  return { seq, kind: 'inserted', explanation };
}

function changed(seq: number, explanation: string): AuditProblem {
  return { seq, kind: 'changed', explanation };
}

/** What the first entry of a chain follows. */
const GENESIS_HASH = '0'.repeat(64);

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
