/** `npm run test:long`: everything; otherwise, and in CI, tests that repeat themselves do so on a sample that is always the same. */
export const isLongRun = process.env.GALEN_TEST_LONG === '1';

/** How often, or how many: of the sample, or of all. */
export function sampleOrAll(sample: number, all: number): number {
  return isLongRun ? all : sample;
}
