import type { FoundForPart, ServingPassage } from './found-passages.ts';

const TOP_K = 5;

/** The best of the order, and the best of every part's own search among them, so that no part goes unread. */
export function selectPassages(
  ordered: readonly ServingPassage[],
  found: readonly FoundForPart[],
  k = TOP_K,
): ServingPassage[] {
  const parts = [...new Set(found.map(({ sub_query }) => sub_query))].sort();
  const chosen = new Set(parts.flatMap((part) => bestOf(part, found)));
  for (const { passage } of ordered) {
    if (chosen.size >= k) break;
    chosen.add(passage.id);
  }
  return ordered.filter(({ passage }) => chosen.has(passage.id));
}

/** The first passage of the latest search for a part that found any. */
function bestOf(part: number, found: readonly FoundForPart[]): string[] {
  const latest = found.findLast(({ sub_query, passages }) => sub_query === part && passages.length > 0);
  return latest?.passages.slice(0, 1).map(({ id }) => id) ?? [];
}
