import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AuditBody, type AuditProblem, type AuditVerdict } from '../../domain/audit-entry.ts';
import { canonicalJson, parseJson } from '../../domain/canonical-json.ts';

/** Rows of a statement; between two, others get at the database and at this thread. */
const BATCH = 500;
/** Batches between two notes of how far a verification has come. */
const BATCHES_KEPT = 20;

interface Row {
  seq: number;
  entry_id: string;
  run_id: string | null;
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

/**
 * Walks a tenant's chain and names the first entry that is not as it was written. From its first entry on, or, to resume,
 * from where the last verification came to: what lies before is then taken to be as it was found at the time.
 */
export async function verifyChain(
  db: Kysely<unknown>,
  tenantId: string,
  { resume = false }: { resume?: boolean | undefined } = {},
): Promise<AuditVerdict> {
  const { head_seq, head_hash, entries, top } = await readExtent(db, tenantId);
  let begin: Link = { seq: 0, hash: GENESIS_HASH };
  if (resume) begin = (await checkpoint()) ?? begin;
  const first_problem = await firstProblem();
  const from_seq = begin.seq + 1;
  return { tenant_id: tenantId, entries, head: head_hash ?? GENESIS_HASH, from_seq, first_problem };

  async function firstProblem(): Promise<AuditProblem | null> {
    let previous = begin;
    for await (const row of entriesInOrder()) {
      const expected = previous.seq + 1;
      if (row.seq > expected) return removed(expected, `entry ${row.seq} follows entry ${previous.seq}`);
      // Numbers below 1 come before the first entry ever written.
      if (row.seq < expected)
        return inserted(row.seq, `the chain begins at 1, but there is an entry ${row.seq}`);
      if (row.prev_hash !== previous.hash) return explainBreak(row, previous);
      if (hashOf(row) !== row.hash) return explainBadHash(row);
      if (!isOf(row, tenantId))
        return changed(row.seq, 'its row is not of the tenant, entry or run that its content names');
      previous = row;
      if (row.seq % (BATCH * BATCHES_KEPT) === 0) await keep(row);
    }
    const problem = explainEnd(previous) ?? (await missingEnd(previous.seq));
    if (problem === null) await keep(previous);
    return problem;
  }

  /** How far the chain was found intact, if the entry there is still the same. */
  async function checkpoint(): Promise<Link | null> {
    const { rows } = await sql<Link>`
      select seq::float8 as seq, hash from audit_checkpoints join audit_entries using (tenant_id, seq, hash)
      where tenant_id = ${tenantId}
    `.execute(db);
    return rows[0] ?? null;
  }

  async function keep({ seq, hash }: Link): Promise<void> {
    await sql`
      insert into audit_checkpoints (tenant_id, seq, hash) values (${tenantId}, ${seq}, ${hash})
      on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash
    `.execute(db);
  }

  /** A chain cut off at its end fits in itself; the turns that are still on record show what is gone. */
  async function missingEnd(last: number): Promise<AuditProblem | null> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { rows }: { rows: { id: string; is_told: boolean }[] } = await sql<{
        id: string;
        is_told: boolean;
      }>`
        select id, status not in ('done', 'failed', 'interrupted') or exists (
          select from audit_entries where audit_entries.tenant_id = ${tenantId} and run_id = runs.id) as is_told
        from runs where (tenant_id, id) > (${tenantId}, ${after}) and tenant_id <= ${tenantId}
        order by tenant_id, id limit ${BATCH}
      `.execute(db);
      const run = rows.find(({ is_told }) => !is_told);
      if (run) return removed(last + 1, `the turn ${run.id} has ended, but no entry tells of it`);
      after = rows.at(-1)?.id;
    }
    return null;
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
    // Compared as a pair: without statistics PostgreSQL would sort the whole rest of the chain for each batch.
    // Someone may have put an entry before the first.
    let after: number | undefined = begin.seq === 0 ? Number.MIN_SAFE_INTEGER : begin.seq;
    while (after !== undefined) {
      const { rows }: { rows: Row[] } = await sql<Row>`
        select seq::float8 as seq, entry_id, run_id, prev_hash, hash, body from audit_entries
        where (tenant_id, seq) > (${tenantId}, ${after}) and (tenant_id, seq) <= (${tenantId}, ${top})
        order by tenant_id, seq limit ${BATCH}
      `.execute(db);
      yield* rows;
      after = rows.length < BATCH ? undefined : rows.at(-1)?.seq;
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
function isOf({ entry_id, run_id, body }: Row, tenantId: string): boolean {
  const { data: named } = AuditBody.safeParse(parseJson(body));
  // Content that names neither was not written by us: the count of entries finds it.
  if (named === undefined) return true;
  return named.id === entry_id && named.tenant_id === tenantId && named.run_id === run_id;
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
      insert into audit_entries (tenant_id, seq, entry_id, run_id, prev_hash, hash, body)
      select ${body.tenant_id}::text, seq, ${body.id}::text, ${body.run_id}::text, prev_hash, hash, ${text}::text
      from audit_head
    )
  `;
}

function chained(previous: RawBuilder<unknown>, text: string): RawBuilder<string> {
  return sql`encode(sha256(convert_to(${previous} || ${text}::text, 'UTF8')), 'hex')`;
}
