import type { Word } from './split-words.ts';
import { POPULATIONS } from './tables/populations.ts';

/** The groups of people a sentence names, as `line:group`, in order. */
export function readPopulations(words: readonly Word[]): string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const pair = POPULATIONS.get(`${words[i]?.text} ${words[i + 1]?.text}`);
    // "Việt Nam" names no men.
    const single = words[i - 1]?.text === 'việt' ? undefined : POPULATIONS.get(words[i]?.text ?? '');
    for (const { line, group } of pair ?? single ?? []) found.push(`${line}:${group}`);
    if (pair) i += 1;
  }
  return found;
}

/** Whether a claim speaks of other people than its quote does; what the quote leaves unsaid its surroundings may say. */
export function populationsDiffer(
  claim: readonly string[],
  quote: readonly string[],
  around: readonly string[],
): boolean {
  const lineOf = (population: string) => population.split(':')[0];
  const isForeign = claim.some((population) => {
    if (quote.includes(population)) return false;
    return quote.some((other) => lineOf(other) === lineOf(population)) || !around.includes(population);
  });
  // "In men and men" for "in men and women".
  const isExchanged = claim.length === quote.length && [...claim].sort().join() !== [...quote].sort().join();
  return isForeign || isExchanged;
}
