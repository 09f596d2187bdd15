import { AMBIGUOUS_NAMES } from '../tables/ambiguous-names.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { isInstitution } from './is-institution.ts';
import type { PiiSpan } from './pii-span.ts';
import type { ReadText } from './read-text.ts';

const MIN_LETTERS = 4;

/** The parts of a name that come again by themselves: "John Carter … Later Carter said". */
export function repeatNames(read: ReadText, names: readonly PiiSpan[]): PiiSpan[] {
  if (names.length === 0) return [];
  const parts = new Set<string>();
  let name = 0;
  for (const { start, capital, folded } of read.words) {
    while (name < names.length && (names[name]?.end ?? 0) <= start) name++;
    const isPart = start >= (names[name]?.start ?? Number.POSITIVE_INFINITY);
    if (isPart && capital && folded.length >= MIN_LETTERS) parts.add(folded);
  }
  return read.words
    .filter(({ capital, shouted, folded }, index) => {
      if (!capital || shouted || !parts.has(folded)) return false;
      return !AMBIGUOUS_NAMES.has(folded) && !NOT_NAMES.has(folded) && !isInstitution(read, index, index);
    })
    .map(({ start, end }) => ({ kind: 'NAME' as const, start, end }));
}
