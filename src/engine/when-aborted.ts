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
