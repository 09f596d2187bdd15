import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getStatus, indexSearchParameterBundle, indexStructureDefinitionBundle } from '@medplum/core';
import { type FhirRequest, FhirRouter, type HttpMethod, MemoryRepository } from '@medplum/fhir-router';
import type { Bundle, CapabilityStatement, Resource } from '@medplum/fhirtypes';
import { readDefinitions } from '../guard-chart.ts';
import { CHART_RESOURCE_TYPES, SEARCH_PARAMETERS } from '../index-resource.ts';
import { createTokenIssuer, type TokenIssuer, type TokenRules } from './token-issuer.ts';

/** What goes wrong with one request. */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'hangs' }
  | { kind: 'resets' }
  /** Nothing: the fault is meant for a later request. */
  | { kind: 'none' }
  /** Does what it was asked, and the answer is lost on the way. */
  | { kind: 'loses-the-answer' }
  | { kind: 'truncates' }
  | { kind: 'redirects'; to: string }
  | { kind: 'sends'; body: string; type?: string };

export interface ReceivedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface FhirServer {
  /** Such as http://127.0.0.1:40123/fhir/R4 */
  url: string;
  origin: string;
  requests: ReceivedRequest[];
  tokens: TokenIssuer;
  repository: MemoryRepository;
  /** The next FHIR requests fail like this, in order; those after them do not. */
  fail(...faults: Fault[]): void;
  /** Whether it takes a transaction for a batch, as some servers do. */
  tearTransactions(isTorn: boolean): void;
  /** Every request for this type is answered so. */
  withhold(resourceType: string, status: number): void;
  /** Changes what the server says of itself. */
  capability(change: (statement: CapabilityStatement) => CapabilityStatement): void;
  close(): Promise<void>;
}

const PAGE = 3;
const MAX_PAGE = 5;
const BASE = '/fhir/R4';
let indexed = false;

/** A FHIR R4 server over HTTP: Medplum's router and in-memory repository, with what a real one has around them. */
export async function startFhirServer(rules: TokenRules = { kind: 'none' }): Promise<FhirServer> {
  indexDefinitions();
  const repository = new MemoryRepository();
  const router = new FhirRouter();
  const requests: ReceivedRequest[] = [];
  const faults: Fault[] = [];
  const withheld = new Map<string, number>();
  let tearsTransactions = false;
  let change = (statement: CapabilityStatement) => statement;
  // The in-memory repository has no transactions: requests that write wait for each other, as a database makes them.
  let writing: Promise<unknown> = Promise.resolve();

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ problem: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokens = createTokenIssuer(rules, `${origin}/oauth2/token`);

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const { method = 'GET', url = '/', headers } = incoming;
    const request = { method, url, headers, text };
    requests.push(request);
    if (url === '/oauth2/token') return json(response, ...tokens.issue(text, headers.authorization));
    if (url === `${BASE}/.well-known/smart-configuration`) {
      return json(response, 200, { token_endpoint: `${origin}/oauth2/token` });
    }
    if (!url.startsWith(BASE)) return json(response, 404, {});
    const type = /^\/fhir\/R4\/([A-Za-z]+)/u.exec(url)?.[1] ?? '';
    const refused = withheld.get(type);
    if (refused !== undefined) return json(response, refused, {});
    const next = faults.shift();
    const fault = next?.kind === 'none' ? undefined : next;
    if (fault && fault.kind !== 'loses-the-answer' && fault.kind !== 'truncates') {
      return perform(fault, response);
    }
    if (!tokens.accepts(headers.authorization)) {
      return json(response, 401, outcome('login', 'Patient Nguyễn: token not valid'));
    }
    if (url === `${BASE}/metadata`) return json(response, 200, change(statement()));
    const [status, body] = await (method === 'GET' ? handle(request) : inTurn(() => handle(request)));
    if (fault?.kind === 'loses-the-answer') return void response.destroy();
    const written = JSON.stringify(body);
    const version = (body as Resource).meta?.versionId;
    response.writeHead(status, {
      'content-type': 'application/fhir+json',
      ...(version ? { etag: `W/"${version}"` } : {}),
      ...(status === 201
        ? { location: `${origin}${BASE}/${(body as Resource).resourceType}/${(body as Resource).id}` }
        : {}),
    });
    response.end(fault ? written.slice(0, written.length / 2) : written);
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  async function handle({ method, url, headers, text }: ReceivedRequest): Promise<[number, object]> {
    const target = new URL(url, origin);
    const isSearch = method === 'GET' && target.pathname.split('/').length === BASE.split('/').length + 1;
    if (isSearch) {
      const wanted = Number(target.searchParams.get('_count') ?? PAGE);
      target.searchParams.set('_count', String(Math.min(wanted, MAX_PAGE)));
    }
    const request: FhirRequest = {
      // Casts: Node gives the method as a word, and a request of these tests has a body of JSON or none.
      method: method as HttpMethod,
      url: target.pathname.slice(BASE.length) + target.search,
      pathname: '',
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      params: {},
      query: {},
      headers,
      config: { transactions: !tearsTransactions },
    };
    const isPartial = ([, value]: [string, string]) => /^(?:eq|ge|gt|le|lt)?\d{4}(?:-\d{2})?$/u.test(value);
    // As real servers do that compare dates as days.
    if (isSearch && [...target.searchParams].some((one) => !one[0].startsWith('_') && isPartial(one)))
      return [400, outcome('invalid', 'a date without a day')];
    const before = text.includes('"transaction"') ? copyOf(repository) : null;
    const [result, resource] = await router.handleRequest(request, repository);
    if (before && getStatus(result) >= 400) Object.assign(repository, before);
    if (target.pathname.endsWith('/_history') && resource) {
      // Reading a history turns the repository's list around each time: read twice, it is as it was.
      await router.handleRequest({ ...request, pathname: '' }, repository);
    }
    if (isSearch && resource) addNextLink(resource as Bundle, target);
    return [getStatus(result), resource ?? result];
  }

  return {
    url: origin + BASE,
    origin,
    requests,
    tokens,
    repository,
    fail: (...next) => void faults.push(...next),
    tearTransactions: (isTorn) => {
      tearsTransactions = isTorn;
    },
    withhold: (type, status) => void withheld.set(type, status),
    capability: (next) => {
      change = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** All that the repository holds: it knows no transactions, so that what one has begun is put back by hand. */
function copyOf(repository: MemoryRepository) {
  // A cast, because the repository keeps these two to itself.
  const { resources, history } = repository as unknown as Record<
    'resources' | 'history',
    Map<string, Map<string, unknown>>
  >;
  const copy = (types: typeof resources) => new Map([...types].map(([type, all]) => [type, new Map(all)]));
  return { resources: copy(resources), history: copy(history) };
}

function addNextLink(bundle: Bundle, target: URL): void {
  const offset = Number(target.searchParams.get('_offset') ?? 0) + Number(target.searchParams.get('_count'));
  if (offset >= (bundle.total ?? 0)) return;
  const next = new URL(target);
  next.searchParams.set('_offset', String(offset));
  bundle.link = [{ relation: 'next', url: next.toString() }];
}

function perform(fault: Fault, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/fhir+json', ...fault.headers });
      return void response.end(fault.body ?? JSON.stringify(outcome('processing', 'Patient Nguyễn failed')));
    case 'redirects':
      response.writeHead(307, { location: fault.to });
      return void response.end();
    case 'sends':
      response.writeHead(200, { 'content-type': fault.type ?? 'application/fhir+json' });
      return void response.end(fault.body);
    case 'resets':
      return void response.destroy();
    default:
      return;
  }
}

/** The words hold a name on purpose: none of it may show in an error. */
function outcome(code: string, text: string) {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code, details: { text }, expression: ['Patient.name', text] }],
  };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function statement(): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-01-01',
    kind: 'instance',
    fhirVersion: '4.0.1',
    format: ['json'],
    software: { name: 'test' },
    rest: [
      {
        mode: 'server',
        interaction: [{ code: 'transaction' }],
        resource: CHART_RESOURCE_TYPES.map((type) => ({
          type,
          interaction: (['read', 'search-type', 'create', 'update', 'history-instance'] as const).map(
            (code) => ({ code }),
          ),
          conditionalCreate: true,
          searchParam: Object.keys(SEARCH_PARAMETERS[type]).map((name) => ({ name, type: 'token' as const })),
        })),
      },
    ],
  };
}

function indexDefinitions(): void {
  if (indexed) return;
  const { structures, searches } = readDefinitions();
  indexStructureDefinitionBundle(structures);
  indexSearchParameterBundle({
    resourceType: 'Bundle',
    type: 'collection',
    entry: searches.map((resource) => ({ resource })),
  });
  indexed = true;
}
