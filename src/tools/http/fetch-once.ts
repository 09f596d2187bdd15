import { LRUCache } from 'lru-cache';
import { readLimited, retryAfter } from '../../domain/canonical-json.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { UnavailableReason } from './outside-client.ts';

const MAX_REDIRECTS = 2;

export type Fetched =
  /** Null: nothing matches. */
  { ok: true; body: string | null } | { ok: false; reason: UnavailableReason; retryAfterMs: number | null };

export interface FetchOptions {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Whether this answer means that nothing matches. A bare 404 does not: it may come from anything on the way. */
  meansNothing: (status: number, body: string) => boolean;
}

/** Asks once, under a time limit, of this server only, and reads no more than allowed. Throws only when the caller gave up. */
export async function fetchOnce(url: URL, options: FetchOptions): Promise<Fetched> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    return await follow(url, options, AbortSignal.any([options.signal, timeout]));
  } catch {
    options.signal.throwIfAborted();
    return failed(timeout.aborted ? 'timeout' : 'no-connection');
  }
}

async function follow(start: URL, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await fetch(url, {
      headers: { accept: 'application/json, application/xml;q=0.9', 'user-agent': 'Galen' },
      redirect: 'manual',
      signal,
    });
    const location =
      response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (location === null) return read(response, options);
    await response.body?.cancel();
    const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
    // What was asked goes where the operator said, and nowhere else.
    if (next === null || next.origin !== start.origin) return failed('redirected');
    url = next;
  }
  return failed('redirected');
}

async function read(response: Response, { maxBytes, meansNothing }: FetchOptions): Promise<Fetched> {
  const body = await readLimited(response, maxBytes);
  if (body === null) return failed('too-large');
  if (response.ok) return { ok: true, body };
  if (meansNothing(response.status, body)) return { ok: true, body: null };
  return failed(reasonFor(response.status), retryAfter(response.headers.get('retry-after'), Date.now()));
}

function reasonFor(status: number): UnavailableReason {
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status === 408) return 'server-error';
  if (status === 400 || status === 413 || status === 414 || status === 422) return 'bad-query';
  return 'wrong-address';
}

function failed(reason: UnavailableReason, retryAfterMs: number | null = null): Fetched {
  return { ok: false, reason, retryAfterMs };
}

/** Resolves after the time, or at once when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** No more than so many turns in any stretch of this length. */
export function createRateLimit(options: {
  requests: number;
  perMs: number;
  maxWaitMs: number;
  clock: Clock;
  sleep: Sleep;
}) {
  const { requests, perMs, maxWaitMs, clock, sleep } = options;
  const taken: number[] = [];
  let pausedUntil = 0;

  function waitNow(now: number): number {
    while (taken[0] !== undefined && taken[0] <= now - perMs) taken.shift();
    const forTurn = taken.length < requests || taken[0] === undefined ? 0 : taken[0] + perMs - now;
    return Math.max(forTurn, pausedUntil - now);
  }

  return {
    async take(signal: AbortSignal): Promise<boolean> {
      const latest = clock() + maxWaitMs;
      for (;;) {
        signal.throwIfAborted();
        const now = clock();
        const wait = waitNow(now);
        if (wait <= 0) {
          taken.push(now);
          return true;
        }
        if (now + wait > latest) return false;
        await sleep(wait, signal);
      }
    },
    /** Nobody's turn comes before this much time has passed: the service asked for it. */
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, clock() + ms);
    },
  };
}

/** What a service said, as it said it; null when it said that nothing matches. */
export interface KeptAnswer {
  body: string | null;
  at: number;
}

/** The last answers, in memory only, until they take more room than allowed. Public data: no question that names a person is ever sent. */
export function createAnswerCache({ maxBytes, clock }: { maxBytes: number; clock: Clock }) {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    // JavaScript keeps two bytes a character.
    sizeCalculation: ({ body }, key) => 2 * (key.length + (body?.length ?? 0)),
  });
  return {
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, body: string | null) => void kept.set(key, { body, at: clock() }),
  };
}
