/** `npm run test:long`: everything; otherwise, and in CI, tests that repeat themselves do so on a sample that is always the same. */
export const isLongRun = process.env.GALEN_TEST_LONG === '1';

/** How often, or how many: of the sample, or of all. */
export function sampleOrAll(sample: number, all: number): number {
  return isLongRun ? all : sample;
}

/** Every so-many-th in the sample, all in a long run. */
export function everyNth<Item>(n: number, items: readonly Item[]): Item[] {
  return items.filter((_, i) => isLongRun || i % n === 0);
}
