import { capitalised } from './split-question.ts';

/** What tells parts apart: their words without those that all of them begin or end with. */
export function nameParts(queries: readonly string[]): string[] {
  const words = queries.map((query) => query.trim().split(/\s+/u));
  const shortest = Math.min(...words.map((list) => list.length));
  const isCommon = (at: (list: readonly string[]) => string | undefined) =>
    new Set(words.map((list) => at(list)?.toLowerCase())).size === 1;
  let head = 0;
  while (head < shortest - 1 && isCommon((list) => list[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head - 1 && isCommon((list) => list[list.length - 1 - tail])) tail += 1;
  if (queries.length < 2) return [...queries];
  return words.map((list) => capitalised(withoutEdges(list.slice(head, list.length - tail).join(' '))));
}

/** A preposition whose object was common to all names nothing. */
function withoutEdges(name: string): string {
  const bare = name.replace(/[\s,:]+(?:for|of|in|on|with|cho|của|ở|trong|về)$/iu, '').trim();
  return bare === '' ? name : bare;
}
