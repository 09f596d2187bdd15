import { isOperationOutcome, isResource } from '@medplum/core';
import { z } from 'zod';
import { readLimited, retryAfter } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { ChartResource, ChartResourceType, Stored } from '../chart.port.ts';
import type { FhirTokens } from './fhir-token.ts';

export interface FhirAnswer {
  status: number;
  /** Parsed JSON; null for an empty body. */
  body: unknown;
  etag: string | null;
}

export interface FhirQuestion {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the server's base, such as `Patient/1`, and the base itself where it is empty; or a whole address that the server gave. */
  target: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface FhirConnection {
  /** Answers of every status but those that mean "later" or "not you". Only questions that may be repeated may be asked. */
  ask(question: FhirQuestion): Promise<FhirAnswer>;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
/** Who is asked to wait longer than this is told so instead. */
const LONGEST_PAUSE_MS = 5_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;

/** Asks one FHIR server, and no other: with a token, within time and size, again where that may help. */
export function createFhirConnection(options: {
  /** Without a slash at its end. */
  url: string;
  tokens: FhirTokens;
  /** For one attempt, body included. */
  timeoutMs: number;
  clock: Clock;
  sleep: (milliseconds: number) => Promise<void>;
}): FhirConnection {
  const { url, tokens, timeoutMs, clock, sleep } = options;
  const base = new URL(`${url}/`);

  return {
    async ask(question) {
      let refused = false;
      for (let attempt = 1; ; attempt += 1) {
        const token = await tokens.get(refused);
        const outcome = await tryOnce(question, token);
        if ('answer' in outcome) {
          const { answer } = outcome;
          if (answer.status === 401 && !refused && token !== null) {
            refused = true;
            continue;
          }
          if (answer.status === 401 || answer.status === 403) {
            throw new GalenError('CHART_ACCESS_REFUSED', { problem: `it answers ${answer.status}` });
          }
          return answer;
        }
        const pause = outcome.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
        if (attempt === ATTEMPTS || pause > LONGEST_PAUSE_MS) throw outcome.failure;
        await sleep(pause);
      }
    },
  };

  async function tryOnce(
    question: FhirQuestion,
    token: string | null,
  ): Promise<{ answer: FhirAnswer } | { failure: GalenError; pauseMs: number | null }> {
    const response = await send(question, token);
    if (response instanceof GalenError) return { failure: response, pauseMs: null };
    const { status, headers } = response;
    if (status === 429 || status === 503) {
      await response.body?.cancel();
      const pauseMs = retryAfter(headers.get('retry-after'), clock());
      const seconds = Math.ceil((pauseMs ?? FIRST_PAUSE_MS) / 1_000);
      return { failure: new GalenError('CHART_BUSY', { seconds }), pauseMs };
    }
    // 409 to a conditional create: another transaction was faster, the next attempt finds what it made.
    if (status >= 500 || status === 409) {
      await response.body?.cancel();
      return { failure: unavailable(`it answers ${status}`), pauseMs: null };
    }
    try {
      const text = await readLimited(response, MAX_BYTES);
      if (text === null) return { failure: unavailable('its answer cannot be read'), pauseMs: null };
      const body: unknown = text === '' ? null : JSON.parse(text);
      return { answer: { status, body, etag: headers.get('etag') } };
    } catch (cause) {
      // An error page of something in between says nothing about the chart, except that it is not there.
      if (status === 404 && cause instanceof SyntaxError) {
        return { failure: unavailable('its address leads elsewhere (404 without FHIR)'), pauseMs: null };
      }
      return { failure: unavailable('its answer cannot be read', cause), pauseMs: null };
    }
  }

  /** Follows redirects on the same server only: a token must not travel. */
  async function send(question: FhirQuestion, token: string | null): Promise<Response | GalenError> {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = addressOf(question.target);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      let response: Response;
      try {
        response = await fetch(target, {
          method: question.method,
          redirect: 'manual',
          signal,
          headers: {
            accept: 'application/fhir+json',
            ...question.headers,
            ...(question.body ? { 'content-type': 'application/fhir+json' } : {}),
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          },
          ...(question.body ? { body: JSON.stringify(question.body) } : {}),
        });
      } catch (cause) {
        return unavailable(signal.aborted ? 'it takes too long' : 'no connection', cause);
      }
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || response.status === 304 || location === null) {
        return response;
      }
      await response.body?.cancel();
      target = addressOf(new URL(location, target).toString());
    }
    return unavailable('it redirects without end');
  }

  function addressOf(target: string): string {
    const address = new URL(target, base);
    if (address.origin === base.origin && address.pathname.startsWith(base.pathname))
      return address.toString();
    throw new GalenError('CHART_REQUEST_REFUSED', {
      problem: 'it leads to an address outside GALEN_FHIR_URL',
    });
  }
}

export function unavailable(problem: string, cause?: unknown): GalenError {
  return new GalenError('CHART_UNAVAILABLE', { problem }, { cause });
}

const MAX_PAGES = 200;

const Page = z.object({
  resourceType: z.literal('Bundle'),
  total: z.number().int().nonnegative().optional(),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).optional(),
  entry: z.array(z.object({ resource: z.unknown().optional() })).optional(),
});

interface Collected<Resource> {
  resources: Stored<Resource>[];
  total: number | null;
  hasMore: boolean;
}

/** Follows a search or a history from page to page until there are enough; null when the server knows no such address. */
export async function collectPages<Resource extends ChartResource>(options: {
  connection: FhirConnection;
  target: string;
  resourceType: ChartResourceType;
  limit: number;
}): Promise<Collected<Resource> | null> {
  const { connection, resourceType, limit } = options;
  const resources: Stored<Resource>[] = [];
  const seen = new Set<string>();
  let total: number | null = null;
  let target: string | undefined = options.target;
  while (target !== undefined && resources.length <= limit && seen.size < MAX_PAGES) {
    if (seen.has(target)) throw unavailable('its pages lead in a circle');
    seen.add(target);
    const answer = await connection.ask({ method: 'GET', target });
    if (answer.status === 404 || answer.status === 410) return null;
    if (answer.status !== 200) throw outcomeError(answer, false);
    const page = Page.safeParse(answer.body);
    if (!page.success) throw unavailable('its answer is no Bundle');
    const { link, entry = [] } = page.data;
    total ??= page.data.total ?? null;
    for (const { resource } of entry) {
      // Servers may add an outcome or what is included; only the type that was asked for counts.
      if (isStored<Resource>(resource, resourceType)) resources.push(resource);
    }
    target = link?.find(({ relation }) => relation === 'next')?.url;
  }
  return {
    resources: resources.slice(0, limit),
    total,
    hasMore: resources.length > limit || target !== undefined,
  };
}

/** An answer that is no success as an error of ours. Of the server's words only codes and places: the rest may name a patient. */
export function outcomeError({ status, body }: FhirAnswer, isWrite: boolean): GalenError {
  const issues = isOperationOutcome(body)
    ? body.issue.map(({ code, expression }) => [code, ...(expression ?? [])].map(safeWord).join(' '))
    : [];
  const problem = [`it answers ${status}`, ...issues.slice(0, 5)].join('; ');
  if (status === 412) return new GalenError('CHART_CONFLICT');
  if (isWrite && (status === 400 || status === 422))
    return new GalenError('CHART_RESOURCE_INVALID', { problem });
  return new GalenError('CHART_REQUEST_REFUSED', { problem });
}

function safeWord(word: unknown): string {
  return typeof word === 'string' && /^[A-Za-z][A-Za-z0-9.[\]-]{0,80}$/u.test(word) ? word : '…';
}

/** Type and id are looked at; who reads the rest must not count on more than that. */
export function isStored<Resource extends ChartResource>(
  body: unknown,
  resourceType: ChartResourceType,
): body is Stored<Resource> {
  return isResource(body, resourceType) && typeof body.id === 'string' && body.id !== '';
}
