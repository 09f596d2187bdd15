import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';
import type { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import type pg from 'pg';

/** LangGraph's own tables, kept out of the way of ours; it migrates them itself. */
const SCHEMA = 'galen_checkpoints';
/** Its migrations do not wait for each other. The number is Galen's own, chosen at random. */
const SETUP_LOCK = 3_190_557_264;

/** Where flows that can pause for a person keep their state. LangGraph is loaded here, with the first of them. */
export async function openCheckpoints(pool: pg.Pool): Promise<PostgresSaver> {
  const { PostgresSaver: Saver } = await import('@langchain/langgraph-checkpoint-postgres');
  const on = (connections: pg.Pool) => new Saver(connections, plainJsonSerializer, { schema: SCHEMA });
  await setUpOnce(pool, (connections) => on(connections).setup());
  return on(pool);
}

/** Opens them when they are first asked for; an opening that failed is tried again by whoever asks next. */
export function openCheckpointsLater(pool: pg.Pool): () => Promise<PostgresSaver> {
  let opening: Promise<PostgresSaver> | undefined;
  return () => {
    opening ??= openCheckpoints(pool).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

/** Lets go of the state of turns that have ended: nothing resumes them. Does nothing where no turn ever paused. */
export async function pruneCheckpoints(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('${SCHEMA}.checkpoint_writes') is not null as there`);
  if (!rows[0]?.there) return;
  for (const table of ['checkpoint_writes', 'checkpoint_blobs', 'checkpoints']) {
    await pool.query(
      `delete from ${SCHEMA}.${table} where not exists (
         select from runs where runs.id = thread_id and runs.status in ('running', 'waiting'))`,
    );
  }
}

/**
 * In one transaction on one connection: on a server the lock keeps others out, on the embedded database, where all
 * connections share one session and so its locks, the transaction does.
 */
async function setUpOnce(pool: pg.Pool, setUp: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [SETUP_LOCK]);
    // The saver asks for this table and expects to fail, which would end the transaction.
    await client.query(`create schema if not exists ${SCHEMA}`);
    await client.query(`create table if not exists ${SCHEMA}.checkpoint_migrations (v integer primary key)`);
    const onlyThisClient = {
      connect: async () => ({ query: client.query.bind(client), release: () => undefined }),
    };
    // A cast, because setting up needs no more of a pool than to connect.
    await setUp(onlyThisClient as unknown as pg.Pool);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true);
    throw error;
  }
}

/**
 * Checkpoints as plain JSON. The stock serializer makes objects of whatever in a state looks like
 * `{"lc":1,"type":"constructor",…}`, and a state holds what users and documents say.
 */
export const plainJsonSerializer: SerializerProtocol = {
  async dumpsTyped(data: unknown) {
    if (data instanceof Uint8Array) return ['bytes', data];
    // JSON has no word for it, and null is something else.
    if (data === undefined) return ['undefined', new Uint8Array()];
    return ['json', new TextEncoder().encode(JSON.stringify(data, replaceErrors))];
  },

  async loadsTyped(type, data) {
    if (type === 'undefined') return undefined;
    if (type === 'bytes') return typeof data === 'string' ? new TextEncoder().encode(data) : data;
    if (type !== 'json') throw new Error(`A checkpoint of unknown type "${type}"`);
    return JSON.parse(typeof data === 'string' ? data : new TextDecoder().decode(data));
  },
};

/** An error's own fields are hidden from JSON; LangGraph stores a failed step's error and shows its message. */
function replaceErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
