import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditProblem } from '../../domain/audit-entry.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { createRunRecords } from '../run-records.ts';
import { sampleAudit, sampleFinish, samplePrincipal, sampleRun } from '../testing/sample-records.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Audit, createAudit } from './audit.ts';

const LENGTH = 7;
let database: TestDatabase;
let audit: Audit;
beforeAll(async () => {
  database = await openTestDatabase();
  audit = createAudit({ db: database.db });
});
afterAll(() => database.close());

async function writeChain(length = LENGTH): Promise<string> {
  const me = samplePrincipal();
  for (let i = 1; i <= length; i += 1) await audit.append(sampleAudit(me, { question: `question ${i}` }));
  return me.tenant_id;
}

async function problemIn(tenant: string): Promise<Pick<AuditProblem, 'seq' | 'kind'> | null> {
  const { first_problem } = await audit.verify(tenant);
  return first_problem && { seq: first_problem.seq, kind: first_problem.kind };
}

/** What a hand in the tables can do. Numbers are made free first, because the table takes each number once. */
const tamper = {
  async change(tenant: string, seq: number, { rehash = false } = {}) {
    await sql`
      update audit_entries set body = replace(body, 'question', 'Question') where tenant_id = ${tenant} and seq = ${seq}
    `.execute(database.db);
    if (!rehash) return;
    await sql`
      update audit_entries set hash = encode(sha256(convert_to(prev_hash || body, 'UTF8')), 'hex')
      where tenant_id = ${tenant} and seq = ${seq}
    `.execute(database.db);
  },
  async remove(tenant: string, seq: number, { renumber = false } = {}) {
    await sql`delete from audit_entries where tenant_id = ${tenant} and seq = ${seq}`.execute(database.db);
    if (renumber) await this.shift(tenant, seq, -1);
  },
  async insert(tenant: string, seq: number, { prevRight = true, hashRight = true } = {}) {
    await this.shift(tenant, seq - 1, 1);
    const before = (await audit.list(tenant, { limit: 1, beforeSeq: seq }))[0];
    const prev = prevRight ? (before?.hash ?? '0'.repeat(64)) : sha256('wrong');
    const body = '{"forged":true}';
    const hash = hashRight ? sha256(prev + body) : sha256('wrong too');
    await sql`
      insert into audit_entries (tenant_id, seq, entry_id, prev_hash, hash, body)
      values (${tenant}, ${seq}, 'forged', ${prev}, ${hash}, ${body})
    `.execute(database.db);
  },
  async copy(tenant: string, from: number, to: number) {
    await sql`
      insert into audit_entries (tenant_id, seq, entry_id, prev_hash, hash, body)
      select tenant_id, -1, entry_id, prev_hash, hash, body from audit_entries
      where tenant_id = ${tenant} and seq = ${from}
    `.execute(database.db);
    await this.shift(tenant, to - 1, 1);
    await sql`update audit_entries set seq = ${to} where tenant_id = ${tenant} and seq = -1`.execute(
      database.db,
    );
  },
  async swap(tenant: string, one: number, other: number) {
    for (const [from, to] of [
      [one, -1],
      [other, one],
      [-1, other],
    ]) {
      await sql`update audit_entries set seq = ${to} where tenant_id = ${tenant} and seq = ${from}`.execute(
        database.db,
      );
    }
  },
  async shift(tenant: string, after: number, by: number) {
    await sql`
      update audit_entries set seq = seq + 1000000 where tenant_id = ${tenant} and seq > ${after}
    `.execute(database.db);
    await sql`
      update audit_entries set seq = seq - 1000000 + ${by} where tenant_id = ${tenant} and seq > 1000000
    `.execute(database.db);
  },
};

describe('verifying the audit chain', () => {
  it.each([1, 4, LENGTH])('names entry %i when it is changed', async (seq) => {
    const tenant = await writeChain();
    await tamper.change(tenant, seq);
    expect(await problemIn(tenant)).toEqual({ seq, kind: 'changed' });
  });

  it.each([1, 4, LENGTH])('names entry %i when it is changed and its hash made to fit', async (seq) => {
    const tenant = await writeChain();
    await tamper.change(tenant, seq, { rehash: true });
    expect(await problemIn(tenant)).toEqual({ seq, kind: 'changed' });
  });

  it.each([1, 4, LENGTH])('names entry %i when it is removed', async (seq) => {
    const tenant = await writeChain();
    await tamper.remove(tenant, seq);
    expect(await problemIn(tenant)).toEqual({ seq, kind: 'removed' });
  });

  it('finds that all entries were removed', async () => {
    const tenant = await writeChain(3);
    await sql`delete from audit_entries where tenant_id = ${tenant}`.execute(database.db);
    expect(await problemIn(tenant)).toEqual({ seq: 1, kind: 'removed' });
    expect(await audit.tenants()).toContain(tenant);
  });

  it('finds that the head was removed', async () => {
    const tenant = await writeChain(3);
    await sql`delete from audit_heads where tenant_id = ${tenant}`.execute(database.db);
    expect(await problemIn(tenant)).toEqual({ seq: 3, kind: 'removed' });
  });

  it('finds a chain that was moved to another tenant', async () => {
    const tenant = await writeChain(3);
    const other = `${tenant}-moved`;
    await sql`update audit_entries set tenant_id = ${other} where tenant_id = ${tenant}`.execute(database.db);
    await sql`update audit_heads set tenant_id = ${other} where tenant_id = ${tenant}`.execute(database.db);
    expect(await problemIn(other)).toEqual({ seq: 1, kind: 'changed' });
  });

  it('finds by the turns on record that the end was cut off and the head set back', async () => {
    const me = samplePrincipal();
    const records = createRunRecords({
      db: database.db,
      instanceId: 'i',
      clock: Date.now,
      newId: randomUUID,
    });
    for (let i = 0; i < 2; i += 1) {
      const run = sampleRun();
      await records.begin(me, run);
      await records.finish(me, sampleFinish(me, run));
    }
    expect(await problemIn(me.tenant_id)).toBeNull();
    await sql`delete from audit_entries where tenant_id = ${me.tenant_id} and seq = 2`.execute(database.db);
    await sql`update audit_heads set seq = 1, hash = prev_hash where tenant_id = ${me.tenant_id}`.execute(
      database.db,
    );
    expect(await problemIn(me.tenant_id)).toEqual({ seq: 2, kind: 'removed' });
    await sql`delete from audit_entries where tenant_id = ${me.tenant_id}`.execute(database.db);
    await sql`delete from audit_heads where tenant_id = ${me.tenant_id}`.execute(database.db);
    expect(await audit.tenants()).toContain(me.tenant_id);
    expect(await problemIn(me.tenant_id)).toEqual({ seq: 1, kind: 'removed' });
  });

  it.each([1, 4, LENGTH + 1])('names entry %i when it is inserted', async (seq) => {
    const tenant = await writeChain();
    await tamper.insert(tenant, seq);
    expect(await problemIn(tenant)).toEqual({ seq, kind: 'inserted' });
  });

  it('names the first of several inserted entries that follow each other well', async () => {
    const tenant = await writeChain();
    await tamper.insert(tenant, 3);
    await tamper.insert(tenant, 4);
    expect(await problemIn(tenant)).toEqual({ seq: 3, kind: 'inserted' });
  });

  it('names the earlier place of two entries that were exchanged', async () => {
    const tenant = await writeChain();
    await tamper.swap(tenant, 2, 3);
    expect(await problemIn(tenant)).toEqual({ seq: 2, kind: 'reordered' });
  });

  it('leaves the other entries readable when one is not', async () => {
    const tenant = await writeChain(3);
    await sql`update audit_entries set body = 'scrawl' where tenant_id = ${tenant} and seq = 2`.execute(
      database.db,
    );
    const entries = await audit.list(tenant, { limit: 10 });
    expect(entries.map((entry) => entry.body.action)).toEqual(['ask', 'unreadable', 'ask']);
    expect(entries[1]?.body.details).toEqual({ stored: 'scrawl' });
  });

  it('is not misled by entries appended while it reads', async () => {
    const me = samplePrincipal();
    for (let i = 0; i < 5; i += 1) await audit.append(sampleAudit(me));
    const verdicts = Promise.all(Array.from({ length: 10 }, () => audit.verify(me.tenant_id)));
    await Promise.all(Array.from({ length: 20 }, () => audit.append(sampleAudit(me))));
    for (const verdict of await verdicts) expect(verdict.first_problem).toBeNull();
  });

  it('reads chains longer than one batch', async () => {
    const tenant = await writeChain(1);
    await sql`
      with recursive chain as (
        select seq, prev_hash, hash, body from audit_entries where tenant_id = ${tenant}
        union all
        select seq + 1, hash, encode(sha256(convert_to(hash || '{}', 'UTF8')), 'hex'), '{}' from chain where seq < 2500
      ),
      written as (
        insert into audit_entries (tenant_id, seq, entry_id, prev_hash, hash, body)
        select ${tenant}, seq, 'e' || seq, prev_hash, hash, body from chain where seq > 1
      )
      update audit_heads set (seq, hash) = (select seq, hash from chain order by seq desc limit 1)
      where tenant_id = ${tenant}
    `.execute(database.db);
    expect(await audit.verify(tenant)).toMatchObject({ entries: 2500, first_problem: null });
    await sql`update audit_entries set body = '[]' where tenant_id = ${tenant} and seq = 2345`.execute(
      database.db,
    );
    expect(await problemIn(tenant)).toEqual({ seq: 2345, kind: 'changed' });
  });

  it('finds any one tampering, and its place', async () => {
    const place = fc.integer({ min: 1, max: LENGTH });
    const tampering = fc.oneof(
      fc.record({ does: fc.constant('change' as const), seq: place, rehash: fc.boolean() }),
      fc.record({ does: fc.constant('remove' as const), seq: place, renumber: fc.boolean() }),
      fc.record({
        does: fc.constant('insert' as const),
        seq: fc.integer({ min: 1, max: LENGTH + 1 }),
        prevRight: fc.boolean(),
        hashRight: fc.boolean(),
      }),
      fc
        .record({
          does: fc.constant('copy' as const),
          seq: place,
          to: fc.integer({ min: 1, max: LENGTH + 1 }),
        })
        // A copy right beside its original is the same entry twice: neither is more the copy than the other.
        .filter(({ seq, to }) => to !== seq && to !== seq + 1),
      fc
        .record({ does: fc.constant('swap' as const), seq: place, to: place })
        .filter(({ seq, to }) => seq !== to),
    );
    await fc.assert(
      fc.asyncProperty(tampering, async (act) => {
        const tenant = await writeChain();
        expect(await problemIn(tenant)).toBeNull();
        expect(await commit(tenant, act)).toEqual(await problemIn(tenant));
      }),
      { numRuns: 120 },
    );
  });
});

type Act =
  | { does: 'change'; seq: number; rehash: boolean }
  | { does: 'remove'; seq: number; renumber: boolean }
  | { does: 'insert'; seq: number; prevRight: boolean; hashRight: boolean }
  | { does: 'copy' | 'swap'; seq: number; to: number };

/** Does it, and says what verifying should find. */
async function commit(tenant: string, act: Act): Promise<Pick<AuditProblem, 'seq' | 'kind'>> {
  if (act.does === 'change') {
    await tamper.change(tenant, act.seq, act);
    return { seq: act.seq, kind: 'changed' };
  }
  if (act.does === 'remove') {
    await tamper.remove(tenant, act.seq, act);
    return { seq: act.seq, kind: 'removed' };
  }
  if (act.does === 'insert') {
    await tamper.insert(tenant, act.seq, act);
    return { seq: act.seq, kind: 'inserted' };
  }
  if (act.does === 'copy') {
    await tamper.copy(tenant, act.seq, act.to);
    return { seq: act.to, kind: 'inserted' };
  }
  await tamper.swap(tenant, act.seq, act.to);
  return { seq: Math.min(act.seq, act.to), kind: 'reordered' };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a long chain', () => {
  /** A chain of turns that have ended, written as `finish` writes them but in one go. */
  async function writeTurns(length: number, tenant = randomUUID()): Promise<string> {
    const entries = [];
    let prev_hash = '0'.repeat(64);
    for (let seq = 1; seq <= length; seq += 1) {
      const body = sampleAudit(samplePrincipal({ tenant_id: tenant }), { run_id: randomUUID() });
      const text = canonicalJson(body);
      const hash = sha256(prev_hash + text);
      entries.push({ seq, entry_id: body.id, run_id: body.run_id, prev_hash, hash, body: text });
      prev_hash = hash;
    }
    await sql`
      with entry as (
        select * from json_to_recordset(${JSON.stringify(entries)}::json)
          as entry(seq bigint, entry_id text, run_id text, prev_hash text, hash text, body text)
      ), talk as (
        insert into conversations (id, tenant_id, user_id, title, flow, created_at, updated_at)
        values (${tenant}, ${tenant}, 'u', '', 'evidence', now(), now())
      ), run as (
        insert into runs (id, tenant_id, user_id, conversation_id, instance_id, flow, status, question, created_at)
        select run_id, ${tenant}, 'u', ${tenant}, 'i', 'evidence', 'done', '', now() from entry
      ), head as (
        insert into audit_heads (tenant_id, seq, prev_hash, hash) values (${tenant}, ${length}, '', ${prev_hash})
      )
      insert into audit_entries (tenant_id, seq, entry_id, run_id, prev_hash, hash, body)
      select ${tenant}, seq, entry_id, run_id, prev_hash, hash, body from entry
    `.execute(database.db);
    return tenant;
  }

  /** Rows of the chain that PostgreSQL touched meanwhile, whichever way it came by them. */
  async function rowsRead(work: () => Promise<unknown>): Promise<number> {
    const read = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(database.db);
      const { rows } = await sql<{ n: number }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as n
        from pg_stat_user_tables where relname in ('audit_entries', 'runs')`.execute(database.db);
      return rows[0]?.n ?? 0;
    };
    const before = await read();
    await work();
    return (await read()) - before;
  }

  // Without statistics, as on the embedded database, which gathers none by itself.
  it('is verified with work that grows as it does', async () => {
    const [short, long] = [await writeTurns(750), await writeTurns(3_000)];
    const few = await rowsRead(async () => expect((await audit.verify(short)).first_problem).toBeNull());
    const many = await rowsRead(async () => expect((await audit.verify(long)).first_problem).toBeNull());
    expect(few).toBeGreaterThan(749);
    expect(many).toBeLessThan(6 * few);
  });

  it('lets others through while it is verified', async () => {
    const tenant = await writeTurns(4_000);
    let done = false;
    let answered = 0;
    const verdict = audit.verify(tenant).finally(() => {
      done = true;
    });
    while (!done) {
      await sql`select 1`.execute(database.db);
      answered += 1;
    }
    expect((await verdict).first_problem).toBeNull();
    expect(answered).toBeGreaterThan(5);
  });

  it('is resumed where the last verification came to, if that is still as it was', async () => {
    const tenant = await writeTurns(1_500);
    expect(await audit.verify(tenant)).toMatchObject({ from_seq: 1, first_problem: null });
    for (let i = 0; i < 3; i += 1) await audit.append(sampleAudit(samplePrincipal({ tenant_id: tenant })));
    expect(await audit.verify(tenant, { resume: true })).toMatchObject({
      from_seq: 1_501,
      entries: 1_503,
      first_problem: null,
    });
    await audit.append(sampleAudit(samplePrincipal({ tenant_id: tenant })));
    await tamper.change(tenant, 1_504);
    expect(await audit.verify(tenant, { resume: true })).toMatchObject({
      from_seq: 1_504,
      first_problem: { seq: 1_504 },
    });
    await tamper.change(tenant, 1_503, { rehash: true });
    expect(await audit.verify(tenant, { resume: true })).toMatchObject({ from_seq: 1 });
    await tamper.change(tenant, 700);
    expect(await audit.verify(tenant)).toMatchObject({ from_seq: 1, first_problem: { seq: 700 } });
  });
});
