import { GalenError } from '../../../domain/errors.ts';
import { withSignal } from '../../with-signal.ts';
import { openQdrantClient, type QdrantClient, QdrantRefusal } from './qdrant-client.ts';

/** Storing waits until what is stored can be found. */
const LIMIT_MS = 60_000;
/** After so long the words in PostgreSQL have to do. */
const SEARCH_LIMIT_MS = 3_000;
const QDRANT_PORT = 6333;
const PORT = /^https?:\/\/[^/]*:(\d+)(?:\/|$)/u;

export interface QdrantSettings {
  url: string;
  apiKey?: string | undefined;
  /** How the names of its collections begin. */
  prefix?: string | undefined;
}

type Work<Answer> = (client: QdrantClient) => Promise<Answer>;

/** An error names neither what was sent nor the key. */
export interface QdrantServer {
  collectionOf(generation: { id: number }): string;
  ask<Answer>(work: Work<Answer>): Promise<Answer>;
  /** The same while an asker waits for it. */
  search<Answer>(work: Work<Answer>, signal: AbortSignal): Promise<Answer>;
}

export function openQdrantServer({ prefix = 'galen_passages', ...settings }: QdrantSettings): QdrantServer {
  const patient = openClient(settings, LIMIT_MS);
  // A client of its own: only by a client's time limit does a request end that nobody waits for any more.
  const hasty = openClient(settings, SEARCH_LIMIT_MS);
  return {
    collectionOf: ({ id }) => `${prefix}_${id}`,
    ask: (work) => work(patient).catch(unavailable),
    async search(work, signal) {
      try {
        return await withSignal({ parent: signal }, () => work(hasty));
      } catch (error) {
        signal.throwIfAborted();
        return unavailable(error);
      }
    },
  };
}

function openClient({ url, apiKey }: QdrantSettings, timeoutMs: number): QdrantClient {
  const { protocol, hostname, pathname } = new URL(url);
  // Read from the text: an address leaves out 443 and 80, even where they are written.
  const port = PORT.exec(url)?.[1] ?? QDRANT_PORT;
  const base = `${protocol}//${hostname}:${port}${pathname.replace(/\/$/u, '')}`;
  return openQdrantClient({ base, apiKey, timeoutMs });
}

function unavailable(error: unknown): never {
  throw new GalenError('SEARCH_ENGINE_UNAVAILABLE', { engine: 'qdrant', problem: problemOf(error) });
}

/** A server's own message may repeat what was sent, so only its status is told. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'no answer in time';
  if (error instanceof QdrantRefusal) return `status ${error.status}`;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string') return `no connection (${code})`;
  return error instanceof TypeError ? 'no connection' : 'an answer of another form';
}
