import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { createCollection } from './qdrant/collection.ts';
import { Refusal, refuse } from './qdrant/refusal.ts';
import {
  Count,
  CreateCollection,
  CreateFieldIndex,
  Delete,
  Query,
  QueryBatch,
  Scroll,
  SetPayload,
  UpdateVectors,
  Upsert,
} from './qdrant/schemas.ts';

export interface QdrantRequest {
  method: string;
  /** Such as /points/query/batch, within the collection; empty for the collection itself. */
  action: string;
  collection: string;
  body: unknown;
}

export interface FakeQdrant {
  /** Such as http://127.0.0.1:40123 */
  url: string;
  requests: QdrantRequest[];
  /** The collections and how many points each has. */
  points(): Record<string, number>;
  /** Forgets a collection, as a server that lost its disk. */
  lose(collection: string): void;
  /** From now on requests for which this is true are answered with status 500. */
  failOn(isFailing: (request: QdrantRequest) => boolean): void;
  /** Called before each request is carried out. */
  before(wait: (request: QdrantRequest) => Promise<void>): void;
  close(): Promise<void>;
}

type Collection = ReturnType<typeof createCollection>;

/** Qdrant's HTTP interface in memory, as far as Galen uses it. It takes nothing but what Qdrant documents. */
export async function startFakeQdrant({
  apiKey,
  base = '',
}: {
  apiKey?: string;
  /** The path it lies under, as behind a proxy. */
  base?: string;
} = {}): Promise<FakeQdrant> {
  const collections = new Map<string, Collection>();
  const requests: QdrantRequest[] = [];
  let isFailing: (request: QdrantRequest) => boolean = () => false;
  let wait: (request: QdrantRequest) => Promise<void> = async () => undefined;

  const server = createServer(async (incoming, response) => {
    try {
      const text = await textOf(incoming);
      if (apiKey !== undefined && incoming.headers['api-key'] !== apiKey) {
        refuse(401, `Invalid API key or JWT: ${incoming.headers['api-key']}`);
      }
      const { request, parameters } = parseRequest(incoming, base, text);
      requests.push(request);
      await wait(request);
      if (isFailing(request)) refuse(500, `Service internal error: ${text}`);
      send(response, 200, { result: perform(collections, request, parameters), status: 'ok', time: 0 });
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      send(response, status, { status: { error: String(error) }, time: 0 });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${base}`,
    requests,
    points: () => Object.fromEntries([...collections].map(([name, { size }]) => [name, size()])),
    lose: (collection) => void collections.delete(collection),
    failOn(next) {
      isFailing = next;
    },
    before(next) {
      wait = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  return text;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function parseRequest(incoming: IncomingMessage, base: string, text: string) {
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://qdrant');
  const [, root, collection = '', ...rest] = pathname.slice(base.length).split('/');
  if (!pathname.startsWith(base) || root !== 'collections') refuse(404, `Not found: ${pathname}`);
  // A Rust server knows no text with half a surrogate pair in it.
  if (/\\ud[89a-f]/u.test(text.replace(/\\ud[89ab]..\\ud[c-f]../gu, ''))) {
    refuse(400, 'Format error in JSON body: lone leading surrogate in hex escape');
  }
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const action = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const request = { method: incoming.method ?? '', action, collection: decodeURIComponent(collection), body };
  return { request, parameters: searchParams };
}

function perform(
  collections: Map<string, Collection>,
  { method, action, collection: name, body }: QdrantRequest,
  parameters: URLSearchParams,
): unknown {
  const on = () => collections.get(name) ?? refuse(404, `Not found: Collection \`${name}\` doesn't exist!`);
  /** Without `wait=true` a change is taken on, and carried out some time later. */
  const change = (apply: () => void) => {
    if (parameters.get('wait') === 'true') apply();
    else setTimeout(apply, 100).unref();
    return { operation_id: 0, status: parameters.get('wait') === 'true' ? 'completed' : 'acknowledged' };
  };
  switch (`${method} ${action}`) {
    case 'PUT ': {
      if (collections.has(name)) refuse(409, `Wrong input: Collection \`${name}\` already exists!`);
      collections.set(name, createCollection(parse(CreateCollection, body)));
      return true;
    }
    case 'DELETE ':
      return collections.delete(name);
    case 'GET /exists':
      return { exists: collections.has(name) };
    case 'PUT /index':
      return change(() => on().index(parse(CreateFieldIndex, body)));
    case 'PUT /points':
      return change(() => on().upsert(parse(Upsert, body)));
    case 'POST /points/delete':
      return change(() => on().delete(parse(Delete, body)));
    case 'PUT /points/vectors':
      return change(() => on().updateVectors(parse(UpdateVectors, body)));
    case 'POST /points/payload':
      return change(() => on().setPayload(parse(SetPayload, body)));
    case 'POST /points/query':
      return on().query(parse(Query, body));
    case 'POST /points/query/batch':
      return parse(QueryBatch, body).searches.map((search) => on().query(search));
    case 'POST /points/scroll':
      return on().scroll(parse(Scroll, body));
    case 'POST /points/count':
      return on().count(parse(Count, body));
    default:
      return refuse(404, `Not found: ${method} ${action}`);
  }
}

function parse<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body);
  return parsed.success ? parsed.data : refuse(422, `Validation error in JSON body: ${parsed.error.message}`);
}
