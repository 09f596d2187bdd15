/** A promise that rejects with the signal's reason when it aborts. `forget` stops listening. */
export function whenAborted(signal: AbortSignal): { promise: Promise<never>; forget: () => void } {
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => signal.removeEventListener('abort', onAbort);
  });
  // Whoever races it handles the rejection; with nobody racing, an abort is not an unhandled error.
  promise.catch(() => {});
  return { promise, forget };
}

/** The work's result, or a rejection as soon as the signal aborts, even if the work never notices. */
export function orAbort<Value>(work: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = whenAborted(signal);
  return Promise.race([work, aborted.promise]).finally(aborted.forget);
}

/**
 * Work under a signal of its own, which aborts with its parent, when the time is up, and when the work is over, so that
 * nothing of it runs on. Rejects as soon as it aborts, even if the work never notices. Its own timer and listener:
 * AbortSignal.any and AbortSignal.timeout may be collected before they fire (nodejs/node#57736 and #65995).
 */
export async function withSignal<Result>(
  { parent, limitMs }: { parent: AbortSignal; limitMs?: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  parent.throwIfAborted();
  const own = new AbortController();
  const follow = () => own.abort(parent.reason);
  parent.addEventListener('abort', follow, { once: true });
  const timeUp = () => own.abort(new DOMException('The time is up.', 'TimeoutError'));
  const timer = limitMs === undefined ? undefined : setTimeout(timeUp, limitMs);
  const aborted = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(own.signal), aborted]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener('abort', follow);
    own.abort();
  }
}

/** Whether it is by its time limit that work under `withSignal` was stopped. */
export function isTimeUp(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
