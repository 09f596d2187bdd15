import { APICallError } from 'ai';
import { z } from 'zod';
import type { DegradedReason } from '../domain/answer.ts';
import { parseJson } from '../domain/canonical-json.ts';
import { retryAfterMs } from './retry.ts';

/** Why a call brought no answer. Never holds the error itself: that carries the prompt. */
export interface Failure {
  reason: DegradedReason;
  retryable: boolean;
  retryAfterMs: number | null;
  status: number | null;
  /** No first word came, or nobody was there at all. */
  silent: boolean;
}

/** 529 is Anthropic's "overloaded". */
const OVERLOAD_STATUSES = new Set([429, 503, 529]);
const UNAUTHORIZED_STATUSES = new Set([401, 403]);
/** Worth asking again: the request was not at fault. */
const TRANSIENT_CLIENT_STATUSES = new Set([409, 425]);

/** What an error of the AI SDK or of the network means for the caller. */
export function classifyFailure(error: unknown, now: number): Failure {
  if (APICallError.isInstance(error)) return fromApiCall(error, now);
  if (isOverloadEvent(error)) return failureOf('overload', { retryable: true });
  // A body that broke off, a line that is no JSON, a connection that was reset.
  return failureOf('model-error', { retryable: true });
}

export function failureOf(reason: DegradedReason, known: Partial<Omit<Failure, 'reason'>> = {}): Failure {
  return { reason, retryable: false, retryAfterMs: null, status: null, silent: false, ...known };
}

function fromApiCall(error: APICallError, now: number): Failure {
  const status = error.statusCode ?? null;
  const known = { status, retryAfterMs: retryAfterMs(error.responseHeaders, now) };
  // No status: no connection. A good status: a body that could not be read.
  if (status === null || status < 400) return failureOf('model-error', { ...known, retryable: true });
  if (OVERLOAD_STATUSES.has(status)) return failureOf('overload', { ...known, retryable: true });
  if (UNAUTHORIZED_STATUSES.has(status)) return failureOf('unauthorized', known);
  if (status === 408) return failureOf('timeout', { ...known, retryable: true });
  if (isContentFilter(error.responseBody)) return failureOf('refusal', known);
  return failureOf('model-error', {
    ...known,
    retryable: status >= 500 || TRANSIENT_CLIENT_STATUSES.has(status),
  });
}

const CONTENT_FILTER_CODES = ['content_filter', 'content_policy_violation'];
const CodedError = z.object({ error: z.object({ code: z.string() }) });

/** OpenAI and Azure answer 400 with this code when their filter stops the prompt. */
function isContentFilter(body: string | undefined): boolean {
  if (body === undefined || !CONTENT_FILTER_CODES.some((code) => body.includes(code))) return false;
  const parsed = CodedError.safeParse(parseJson(body));
  return parsed.success && CONTENT_FILTER_CODES.includes(parsed.data.error.code);
}

const OverloadEvent = z.object({ type: z.enum(['overloaded_error', 'rate_limit_error']) });

/** Anthropic may report overload inside a stream that began well. */
function isOverloadEvent(error: unknown): boolean {
  return OverloadEvent.safeParse(error).success;
}
