export function pickFrom<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** A copy in another order. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** FNV-1a of the id, even or odd: rules were set by the first half, the second only tells how they do. */
export function splitOf(id: string): 'tune' | 'held' {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  // The lowest bit of this hash only tells whether the id has an even number of odd letters.
  return ((hash >>> 13) & 1) === 0 ? 'tune' : 'held';
}
