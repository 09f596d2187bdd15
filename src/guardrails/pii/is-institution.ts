import { EPONYM_NOUNS } from '../tables/eponyms.ts';
import type { ReadText } from './read-text.ts';

/** After two names these are what somebody does. */
const VERBS_TOO = new Set(['points', 'reports', 'scores', 'signs', 'models', 'tests', 'rules', 'plots']);

/** "Parkinson's disease", "the Smith trial", "Johnson & Johnson", "St. Jude". */
export function isInstitution(read: ReadText, first: number, last: number): boolean {
  let after = last + 1;
  if (read.words[after]?.folded === 's' && /^['’]$/u.test(read.gapAfter(last))) after++;
  const gap = read.gapAfter(after - 1);
  const next = read.words[after];
  if (next && /^[ -]$/u.test(gap) && EPONYM_NOUNS.has(next.folded))
    return first === last || !VERBS_TOO.has(next.folded);
  if (gap.startsWith(' &')) return true;
  const before = read.words[first - 1];
  const gapBefore = first > 0 ? read.gapAfter(first - 1) : '';
  if (gapBefore.endsWith('& ')) return true;
  if (!before || !/^\.? $/u.test(gapBefore)) return false;
  return ['st', 'saint', 'mount', 'port', 'san', 'santa', 'hospital', 'vien', 'truong'].includes(
    before.folded,
  );
}
