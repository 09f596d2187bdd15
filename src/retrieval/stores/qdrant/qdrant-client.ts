import { codeOf, GalenError } from '../../../domain/errors.ts';
import { isTimeUp, withSignal } from '../../../domain/signals.ts';
import { connectionProblem } from '../../models/model-server.ts';

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

/** A server, and how it is asked. An error names neither what was sent nor the key. */
export function openQdrantServer({ url, apiKey, prefix = 'galen_passages' }: QdrantSettings) {
  const { protocol, hostname, pathname } = new URL(url);
  // Read from the text: an address leaves out 443 and 80, even where they are written.
  const port = PORT.exec(url)?.[1] ?? QDRANT_PORT;
  const base = `${protocol}//${hostname}:${port}${pathname.replace(/\/$/u, '')}`;
  const patient = openQdrantClient({ base, apiKey, limitMs: LIMIT_MS });
  return {
    collectionOf: ({ id }: { id: number }) => `${prefix}_${id}`,
    ask: <Answer>(work: Work<Answer>) => work(patient).catch(unavailable),
    /** The same while an asker waits for it. */
    async search<Answer>(work: Work<Answer>, signal: AbortSignal): Promise<Answer> {
      try {
        return await work(openQdrantClient({ base, apiKey, limitMs: SEARCH_LIMIT_MS, signal }));
      } catch (error) {
        signal.throwIfAborted();
        return unavailable(error);
      }
    },
  };
}

function unavailable(error: unknown): never {
  throw new GalenError('SEARCH_ENGINE_UNAVAILABLE', { engine: 'qdrant', problem: problemOf(error) });
}

/** A server's own message may repeat what was sent, so only its status is told. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (isTimeUp(error)) return 'no answer in time';
  if (error instanceof QdrantRefusal) return `status ${error.status}`;
  const isUnreached = error instanceof TypeError || codeOf(error.cause) !== undefined;
  return isUnreached ? connectionProblem(error) : 'an answer of another form';
}

/** A condition on a payload, as Qdrant reads it, or a filter within a filter. */
export type QdrantCondition = { key: string; match: object } | { key: string; range: object } | object;
export type QdrantFilter = { must?: QdrantCondition[]; must_not?: QdrantCondition[] };
export type QdrantVector = number[] | { indices: number[]; values: number[] };
type PointId = string | number;
export interface QdrantPoint {
  id: PointId;
  vector: Record<string, QdrantVector>;
  payload?: Record<string, unknown>;
}
export interface QdrantPrefetch {
  query: QdrantVector | { fusion: 'rrf' };
  using?: string;
  filter?: QdrantFilter;
  limit: number;
}
export interface QdrantQuery extends QdrantPrefetch {
  prefetch: QdrantPrefetch[];
  with_payload: string[];
}
export interface QdrantFieldSchema {
  type: 'keyword' | 'integer' | 'bool';
  is_tenant?: boolean;
  lookup?: boolean;
  range?: boolean;
}
interface Found {
  id: PointId;
  payload?: Record<string, unknown> | null;
}

/** What Galen asks of Qdrant's REST interface (1.10 and later, which can query in batches). */
export type QdrantClient = ReturnType<typeof openQdrantClient>;

/** The server's refusal, by its status: its own message may repeat what was sent. */
export class QdrantRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Qdrant answered with status ${status}`);
    this.name = 'QdrantRefusal';
    this.status = status;
  }
}

export function openQdrantClient({
  base,
  apiKey,
  limitMs,
  signal: parent = new AbortController().signal,
}: {
  /** Address and path, without a slash at its end. */
  base: string;
  apiKey?: string | undefined;
  limitMs: number;
  signal?: AbortSignal;
}) {
  function send<Result>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Result> {
    return withSignal({ parent, limitMs }, async (signal) => {
      const response = await fetch(base + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(apiKey === undefined ? {} : { 'api-key': apiKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new QdrantRefusal(response.status);
      }
      // A cast, because it is the server's word for what was asked; payloads are parsed where they are read.
      const answer = (await response.json()) as { result?: Result } | null;
      if (answer?.result === undefined) throw new Error('Qdrant answered in another form');
      return answer.result;
    });
  }
  const at = (collection: string, action = '') => `/collections/${encodeURIComponent(collection)}${action}`;
  /** Answered when the change can be found. */
  const change = (method: 'PUT' | 'POST', path: string, body: object) =>
    send(method, `${path}?wait=true`, body);

  return {
    getCollections: () => send<{ collections: { name: string }[] }>('GET', '/collections'),
    collectionExists: (name: string) => send<{ exists: boolean }>('GET', at(name, '/exists')),
    createCollection: (name: string, settings: { vectors: object; sparse_vectors: object }) =>
      send<boolean>('PUT', at(name), settings),
    deleteCollection: (name: string) => send<boolean>('DELETE', at(name)),
    createPayloadIndex: (name: string, index: { field_name: string; field_schema: QdrantFieldSchema }) =>
      change('PUT', at(name, '/index'), index),
    count: (name: string, asked: { exact?: boolean; filter?: QdrantFilter } = {}) =>
      send<{ count: number }>('POST', at(name, '/points/count'), asked),
    upsert: (name: string, points: { points: QdrantPoint[] }) => change('PUT', at(name, '/points'), points),
    updateVectors: (name: string, points: { points: Omit<QdrantPoint, 'payload'>[] }) =>
      change('PUT', at(name, '/points/vectors'), points),
    setPayload: (name: string, values: { payload: object; points: PointId[] }) =>
      change('POST', at(name, '/points/payload'), values),
    delete: (name: string, which: { points: PointId[] } | { filter: QdrantFilter }) =>
      change('POST', at(name, '/points/delete'), which),
    scroll: (
      name: string,
      asked: { limit: number; with_payload: string[]; filter?: QdrantFilter; offset?: PointId },
    ) =>
      send<{ points: Found[]; next_page_offset?: PointId | null }>('POST', at(name, '/points/scroll'), {
        ...asked,
        with_vector: false,
      }),
    queryBatch: (name: string, asked: { searches: QdrantQuery[] }) =>
      send<{ points: (Found & { score: number })[] }[]>('POST', at(name, '/points/query/batch'), asked),
  };
}
