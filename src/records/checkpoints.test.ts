import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import type { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckpoints, plainJsonSerializer, pruneCheckpoints } from './checkpoints.ts';
import { driverAddress } from './database/socket-address.ts';
import { recordMigrations } from './record-migrations.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

const LOOKS_LIKE_CODE = {
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', 'HumanMessage'],
  kwargs: { content: 'boo' },
};
const LOOKS_LIKE_A_SET = { lc: 2, type: 'constructor', id: ['Set'], method: null, args: [[1]], kwargs: {} };

describe('checkpoints', () => {
  let database: TestDatabase;
  let otherPool: pg.Pool;
  beforeAll(async () => {
    database = await openTestDatabase([]);
    const address = database.embedded?.address;
    if (address === undefined) throw new Error('the test database is embedded');
    otherPool = new pg.Pool({ ...driverAddress(address), user: 'postgres', database: 'postgres', max: 2 });
  });
  afterAll(async () => {
    await otherPool.end();
    await database.close();
  });

  it('bring a paused state back as the same plain data, to another saver on other connections', async () => {
    const thread = { configurable: { thread_id: 'paused' } };
    const note = { said: LOOKS_LIKE_CODE, list: [LOOKS_LIKE_A_SET, null, 'x\u0000y'], z: 1, a: 2 };
    await approvalGraph(await openCheckpoints(database.pool)).invoke({ note }, thread);

    const elsewhere = approvalGraph(await openCheckpoints(otherPool));
    const paused = await elsewhere.getState(thread);
    expect(paused.values.note).toStrictEqual(note);
    expect(paused.tasks[0]?.interrupts[0]?.value).toStrictEqual({ asks: LOOKS_LIKE_CODE });

    const end = await elsewhere.invoke(new Command({ resume: { decision: LOOKS_LIKE_CODE } }), thread);
    expect(end.note).toStrictEqual(note);
    expect(end.decision).toStrictEqual({ decision: LOOKS_LIKE_CODE });
    expect(Object.getPrototypeOf(end.note.said)).toBe(Object.prototype);
  });

  it('can be opened by several at once', async () => {
    await database.pool.query('drop schema galen_checkpoints cascade');
    await Promise.all([openCheckpoints(database.pool), openCheckpoints(otherPool)]);
    const { rows } = await database.pool.query(
      'select count(*)::int as n from galen_checkpoints.checkpoints',
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('pruning', () => {
  it('keeps the state of turns that run or wait, and of no others', async () => {
    const { pool, close } = await openTestDatabase(recordMigrations);
    try {
      await pruneCheckpoints(pool);
      const graph = approvalGraph(await openCheckpoints(pool));
      await pool.query(
        `insert into conversations (id, tenant_id, user_id, title, flow, created_at, updated_at)
         values ('c', 't', 'u', '', 'clinic', now(), now())`,
      );
      const states = ['running', 'waiting', 'done', 'failed', 'interrupted', 'refused'];
      for (const status of states) {
        await graph.invoke({ note: { status } }, { configurable: { thread_id: status } });
        // A refused turn leaves no record of a run.
        if (status === 'refused') continue;
        await pool.query(
          `insert into runs (id, tenant_id, user_id, conversation_id, instance_id, flow, status, question, created_at)
           values ($1, 't', 'u', 'c', 'i', 'clinic', $1, '', now())`,
          [status],
        );
      }
      await pruneCheckpoints(pool);
      for (const table of ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes']) {
        const { rows } = await pool.query(
          `select distinct thread_id from galen_checkpoints.${table} order by thread_id`,
        );
        expect(rows).toEqual([{ thread_id: 'running' }, { thread_id: 'waiting' }]);
      }
      const { values } = await graph.getState({ configurable: { thread_id: 'waiting' } });
      expect(values.note).toEqual({ status: 'waiting' });
    } finally {
      await close();
    }
  });
});

describe('the plain JSON serializer', () => {
  it.each([
    [null],
    [undefined],
    ['text \ud800'],
    [{ b: 1, a: [LOOKS_LIKE_CODE] }],
    [new Uint8Array([0, 255])],
  ])('gives back %j', async (value) => {
    const [type, bytes] = await plainJsonSerializer.dumpsTyped(value);
    expect(await plainJsonSerializer.loadsTyped(type, bytes)).toStrictEqual(value);
  });

  it('keeps the words of an error', async () => {
    const [type, bytes] = await plainJsonSerializer.dumpsTyped({ error: new RangeError('too far') });
    expect(await plainJsonSerializer.loadsTyped(type, bytes)).toEqual({
      error: { name: 'RangeError', message: 'too far' },
    });
  });

  it('refuses a type it did not write', async () => {
    await expect(plainJsonSerializer.loadsTyped('pickle', '{}')).rejects.toThrow('pickle');
  });
});

function approvalGraph(checkpointer: PostgresSaver) {
  const State = Annotation.Root({
    note: Annotation<Record<string, unknown>>,
    decision: Annotation<Record<string, unknown>>,
  });
  return new StateGraph(State)
    .addNode('propose', () => ({}))
    .addNode('approve', () => ({ decision: interrupt({ asks: LOOKS_LIKE_CODE }) }))
    .addEdge(START, 'propose')
    .addEdge('propose', 'approve')
    .addEdge('approve', END)
    .compile({ checkpointer });
}
