import type { RankedPassage } from '../domain/passage.ts';
import { repeatsPassage, type Saying, sayingOf } from './repeats-passage.ts';

/**
 * Passages, best first, without those that only repeat a better one (a document in two collections, a piece that
 * overlaps the next); the one that stays names them in `also_in`.
 */
export function foldDuplicates(ranked: readonly RankedPassage[]): RankedPassage[] {
  const kept: { passage: RankedPassage; saying: Saying }[] = [];
  for (const passage of ranked) {
    const saying = sayingOf(passage);
    const better = kept.find((other) => repeatsPassage(saying, other.saying));
    if (better) better.passage = withRepeat(better.passage, passage);
    else kept.push({ passage, saying });
  }
  return kept.map(({ passage }) => passage);
}

function withRepeat(passage: RankedPassage, repeat: RankedPassage): RankedPassage {
  const also_in = [...(passage.also_in ?? []), repeat.id, ...(repeat.also_in ?? [])];
  return { ...passage, also_in };
}
