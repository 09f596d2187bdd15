import { withSignal } from '../with-signal.ts';

/** The smallest limit that a usual server has for one request (text-embeddings-inference). */
const BATCH = 32;
const AT_ONCE = 2;

/** Results in the items' order, made batch by batch, few at once. One failure stops the rest. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (batch: readonly Item[], signal: AbortSignal) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  );
  const results: (readonly Result[])[] = [];
  // The workers share one iterator, so each batch is taken once.
  const queue = batches.entries();
  await withSignal({ parent: signal }, async (own) => {
    const takeAll = async () => {
      for (const [i, batch] of queue) {
        own.throwIfAborted();
        results[i] = await work(batch, own);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, takeAll));
  });
  return results.flat();
}
