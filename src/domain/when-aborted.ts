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
