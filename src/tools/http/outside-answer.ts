/** What a step that failed should do next: ask the same again, ask in other words, or go on without it. */
export type ErrorStrategy = 'retry_same' | 'retry_reformulate' | 'skip';

export type UnavailableReason = keyof typeof UNAVAILABLE_REASONS;

/** Why a service gave no answer, and what helps. */
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

/** An answer's age: Galen keeps answers for a while. */
export interface Freshness {
  fetched_at: string;
  age_seconds: number;
  /** True for a kept answer past its time, given because the service could not be reached. */
  is_stale: boolean;
}

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
