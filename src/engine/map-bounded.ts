export type Settled<Value> = { status: 'ok'; value: Value } | { status: 'failed'; error: unknown };

/** Maps with at most `limit` at a time. Results keep the items' order; one failure does not lose the others. */
export async function mapBounded<Item, Value>(
  items: readonly Item[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  fn: (item: Item, index: number) => Promise<Value> | Value,
): Promise<Settled<Value>[]> {
  if (!(limit >= 1)) throw new RangeError(`mapBounded needs a limit of at least 1, not ${limit}`);

  const results = new Array<Settled<Value>>(items.length);
  const aborted = whenAborted(signal);
  const queue = items.entries();
  // The workers share one iterator, so each item is taken once and in order.
  const work = async () => {
    for (const [index, item] of queue) {
      results[index] = signal.aborted
        ? { status: 'failed', error: signal.reason }
        : await settle(() => fn(item, index), aborted.promise);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  aborted.forget();
  return results;
}

async function settle<Value>(
  start: () => Promise<Value> | Value,
  aborted: Promise<never>,
): Promise<Settled<Value>> {
  try {
    // Raced, so that a function deaf to the signal cannot hold the others back.
    return { status: 'ok', value: await Promise.race([start(), aborted]) };
  } catch (error) {
    return { status: 'failed', error };
  }
}

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
