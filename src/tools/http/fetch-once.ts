import type { UnavailableReason } from './outside-answer.ts';

const MAX_REDIRECTS = 2;

export type Fetched =
  | { kind: 'body'; body: string }
  | { kind: 'nothing' }
  | { kind: 'failed'; reason: UnavailableReason; retryAfterMs: number | null };

export interface FetchOptions {
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /** Whether this answer means that nothing matches. A bare 404 does not: it may come from anything on the way. */
  meansNothing: (status: number, body: string) => boolean;
}

/** Asks once, under a time limit, of this server only, and reads no more than allowed. Throws only when the caller gave up. */
export async function fetchOnce(url: URL, options: FetchOptions): Promise<Fetched> {
  const own = new AbortController();
  const giveUp = () => own.abort(options.signal.reason);
  const timer = setTimeout(
    () => own.abort(new DOMException('The time is up.', 'TimeoutError')),
    options.timeoutMs,
  );
  options.signal.addEventListener('abort', giveUp, { once: true });
  if (options.signal.aborted) giveUp();
  try {
    return await follow(url, options, own.signal);
  } catch {
    options.signal.throwIfAborted();
    return failed(own.signal.aborted ? 'timeout' : 'no-connection');
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', giveUp);
    own.abort();
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
  const body = await readBody(response, maxBytes);
  if (body === null) return failed('too-large');
  if (response.ok) return { kind: 'body', body };
  if (meansNothing(response.status, body)) return { kind: 'nothing' };
  return failed(reasonFor(response.status), retryAfter(response.headers));
}

function reasonFor(status: number): UnavailableReason {
  if (status === 429) return 'rate-limited';
  if (status >= 500 || status === 408) return 'server-error';
  if (status === 400 || status === 413 || status === 414 || status === 422) return 'bad-query';
  return 'wrong-address';
}

function retryAfter(headers: Headers): number | null {
  const seconds = headers.get('retry-after')?.trim();
  return seconds !== undefined && /^\d{1,6}$/u.test(seconds) ? Number(seconds) * 1_000 : null;
}

async function readBody({ body }: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (received > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failed(reason: UnavailableReason, retryAfterMs: number | null = null): Fetched {
  return { kind: 'failed', reason, retryAfterMs };
}
