import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { GalenError } from '../../domain/errors.ts';

/** SQLSTATE classes for "the server is not there": connection lost, resources gone, shut down by its operator. */
const AWAY_CLASSES = ['08', '53', '57P'];

/** A pool for Kysely that waits for a database on its way back and says DATABASE_UNAVAILABLE when it is away. */
export function kyselyPool(pool: pg.Pool, ready: () => Promise<void>): PostgresPool {
  return {
    async connect() {
      try {
        await ready();
        return watched(await pool.connect());
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    end: () => pool.end(),
  };
}

export function asUnavailable(error: unknown): unknown {
  return isAway(error) ? new GalenError('DATABASE_UNAVAILABLE', {}, { cause: error }) : error;
}

function watched(client: pg.PoolClient): PostgresPoolClient {
  let lost: Error | undefined;
  const onError = (error: Error) => {
    lost = error;
  };
  // Without a listener, a connection lost between two queries of a transaction would end this process.
  client.on('error', onError);

  async function query(...args: unknown[]): Promise<unknown> {
    try {
      // A cast, because Kysely asks for overloads (text and values, or a cursor) that are passed on untouched.
      return await (client.query as (...args: unknown[]) => Promise<unknown>).apply(client, args);
    } catch (error) {
      if (error instanceof Error && isAway(error)) lost = error;
      throw asUnavailable(error);
    }
  }

  return {
    query: query as PostgresPoolClient['query'],
    release() {
      client.off('error', onError);
      client.release(lost);
    },
  };
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error;
    return /^E[A-Z]{3,}/.test(code) || AWAY_CLASSES.some((away) => code.startsWith(away));
  }
  // The driver's own words; it gives these no code.
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered/.test(
    error.message,
  );
}
