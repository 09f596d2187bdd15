import type { z } from 'zod';
import { parseJson } from '../../domain/canonical-json.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ToolResult, ToolSource } from '../tools.port.ts';
import { type FindIdentifiers, namesAPerson } from '../withhold-patients.ts';
import { createAnswerCache, createRateLimit, fetchOnce, type KeptAnswer, type Sleep } from './fetch-once.ts';
import type { ApiName, OutsideApi } from './outside-apis.ts';

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 300;
/** A wait for a turn, or one that a server asks for: longer than this nobody waits. */
const MAX_WAIT_MS = 5_000;
const CACHE_BYTES = 64 * 1024 * 1024;
/** That nothing matches may change sooner than what matches. */
const NOTHING_FRESH_MS = 10 * 60_000;
/** A kept answer older than this is not given even when the service is gone. */
const MAX_STALE_MS = 7 * 24 * 60 * 60_000;

export interface OutsideRequest<Value> {
  api: ApiName;
  /** Below the service's address, without anything a person typed. */
  path: string;
  /** What comes from an asker. It leaves only if it names nobody. */
  params: Readonly<Record<string, string>>;
  /** The asker's words as they were, where `params` holds them in a query language. */
  typed?: readonly string[];
  /** What comes from Galen's own code, or from the service itself: options, and numbers of its records. */
  fixed: Readonly<Record<string, string>>;
  answer: z.ZodType<Value>;
  format?: 'json' | 'text';
  /** Whether a refusal of this status and body means that nothing matches; no refusal does, without it. */
  meansNothing?: (status: number, body: string) => boolean;
  signal: AbortSignal;
  /** Words of this call that must not leave, whatever their form. */
  withheld: readonly string[];
  /** Is told each address that is asked, without the key. */
  onSend?: (url: string) => void;
}

export interface OutsideClient {
  get<Value>(request: OutsideRequest<Value>): Promise<OutsideAnswer<Value>>;
}

/** The one way out: to these services only, gently, and with no word that names a person. */
export function createOutsideClient(options: {
  apis: Readonly<Record<ApiName, OutsideApi>>;
  findIdentifiers: FindIdentifiers;
  clock: Clock;
  sleep: Sleep;
  timeoutMs?: number;
}): OutsideClient {
  const { apis, findIdentifiers, clock, sleep, timeoutMs = 8_000 } = options;
  const cache = createAnswerCache({ maxBytes: CACHE_BYTES, clock });
  const limits = new Map<ApiName, ReturnType<typeof createRateLimit>>();
  const limitOf = (name: ApiName) => {
    const known = limits.get(name);
    if (known) return known;
    const limit = createRateLimit({ ...apis[name].rate, maxWaitMs: MAX_WAIT_MS, clock, sleep });
    limits.set(name, limit);
    return limit;
  };

  async function get<Value>(request: OutsideRequest<Value>): Promise<OutsideAnswer<Value>> {
    const api = apis[request.api];
    const { params, typed = [], withheld } = request;
    if (api.baseUrl === null) return unavailable('switched-off');
    if (namesAPerson([...Object.values(params), ...typed], { findIdentifiers, withheld })) {
      return unavailable('names-a-person');
    }
    const url = addressOf(api.baseUrl, request);
    const key = `${request.api} ${url}`;
    const kept = cache.get(key);
    if (kept && clock() - kept.at < (kept.body === null ? NOTHING_FRESH_MS : api.freshMs)) {
      return readKept(kept, request, clock());
    }
    const answer = await ask(url, request);
    if (answer.status !== 'unavailable' || answer.strategy !== 'retry_same') return answer;
    // An older answer with its age said is better than none; that nothing matched is not kept for this.
    const isUsable = kept?.body != null && clock() - kept.at < MAX_STALE_MS;
    return kept && isUsable ? readKept(kept, request, clock(), true) : answer;
  }

  async function ask<Value>(url: URL, request: OutsideRequest<Value>): Promise<OutsideAnswer<Value>> {
    const api = apis[request.api];
    const limit = limitOf(request.api);
    const { signal } = request;
    let wait = FIRST_WAIT_MS;
    for (let attempt = 1; ; attempt++) {
      if (!(await limit.take(signal))) return unavailable('rate-limited');
      request.onSend?.(url.href);
      const fetched = await fetchOnce(withKey(url, api.apiKey), {
        timeoutMs,
        maxBytes: api.maxBytes,
        signal,
        meansNothing: request.meansNothing ?? (() => false),
      });
      const answer = fetched.ok
        ? keep(`${request.api} ${url}`, fetched.body, request)
        : unavailable(fetched.reason);
      if (answer.status !== 'unavailable' || answer.strategy !== 'retry_same') return answer;
      const asked = fetched.ok ? null : fetched.retryAfterMs;
      if (asked !== null) limit.pause(asked);
      if (attempt === ATTEMPTS || (asked ?? 0) > MAX_WAIT_MS) return answer;
      await sleep(Math.max(wait, asked ?? 0), signal);
      signal.throwIfAborted();
      wait *= 2;
    }
  }

  function keep<Value>(key: string, body: string | null, request: OutsideRequest<Value>) {
    const now = clock();
    const answer = readKept({ body, at: now }, request, now);
    // Only what could be read is worth keeping.
    if (answer.status !== 'unavailable') cache.set(key, body);
    return answer;
  }

  return { get };
}

function readKept<Value>(
  { body, at }: KeptAnswer,
  { answer, format = 'json' }: OutsideRequest<Value>,
  now: number,
  isStale = false,
): OutsideAnswer<Value> {
  const freshness: Freshness = {
    fetched_at: new Date(at).toISOString(),
    age_seconds: Math.floor((now - at) / 1_000),
    is_stale: isStale,
  };
  if (body === null) return { status: 'not-found', ...freshness };
  const data = format === 'text' ? body : parseJson(body);
  if (data === undefined) return unavailable('unreadable');
  const read = answer.safeParse(data);
  return read.success ? { status: 'ok', value: read.data, ...freshness } : unavailable('changed-form');
}

function addressOf<Value>(baseUrl: string, { path, params, fixed }: OutsideRequest<Value>): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/u, '')}/${path}`;
  for (const [name, value] of Object.entries({ ...params, ...fixed })) url.searchParams.set(name, value);
  return url;
}

function withKey(url: URL, apiKey: string | undefined): URL {
  if (apiKey === undefined) return url;
  const keyed = new URL(url);
  keyed.searchParams.set('api_key', apiKey);
  return keyed;
}

export type ErrorStrategy = NonNullable<ToolResult['strategy']>;

export type UnavailableReason = keyof typeof UNAVAILABLE_REASONS;

export const UNAVAILABLE_REASONS = {
  'switched-off': 'skip',
  'no-connection': 'retry_same',
  timeout: 'retry_same',
  'rate-limited': 'retry_same',
  'server-error': 'retry_same',
  /** The service would not take the question. */
  'bad-query': 'retry_reformulate',
  /** Nothing lives at this address, which is not to say that nothing matches. */
  'wrong-address': 'skip',
  redirected: 'skip',
  'too-large': 'retry_reformulate',
  /** Not what was asked for: cut off, or a page in place of data. */
  unreadable: 'retry_same',
  /** Data, but of another form than the service had. */
  'changed-form': 'skip',
  /** The question names a person, so it was not sent. */
  'names-a-person': 'retry_reformulate',
} as const satisfies Record<string, ErrorStrategy>;

export type Freshness = Omit<ToolSource, 'name'>;

export interface Unavailable {
  status: 'unavailable';
  reason: UnavailableReason;
  strategy: ErrorStrategy;
}

/** "Unavailable" is never "nothing found": one says that nobody looked, the other that somebody did. */
export type OutsideAnswer<Value> =
  | ({ status: 'ok'; value: Value } & Freshness)
  | ({ status: 'not-found' } & Freshness)
  | Unavailable;

export function unavailable(reason: UnavailableReason): Unavailable {
  return { status: 'unavailable', reason, strategy: UNAVAILABLE_REASONS[reason] };
}
