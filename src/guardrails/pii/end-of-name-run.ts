import { isDrugName } from '../../domain/drug-names.ts';
import { AMBIGUOUS_NAMES } from '../tables/ambiguous-names.ts';
import { EPONYM_NOUNS } from '../tables/eponyms.ts';
import { GIVEN_NAMES } from '../tables/given-names.ts';
import { NAME_SUFFIXES, PARTICLES } from '../tables/name-cues.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { LARGE_PLACES } from '../tables/places.ts';
import type { NameCue } from './name-cue-before.ts';
import type { ReadText, Word } from './read-text.ts';

const MAX_WORDS = 5;
/** Letters of Vietnamese alone: its names have rules of their own. */
const VIETNAMESE_LETTER = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** As far as capitalised words go that could be a name's. */
export function endOfNameRun(read: ReadText, first: number, cue: NameCue): number | null {
  const head = read.words[first];
  if (!head || !couldBeName(head, cue)) return null;
  let last = first;
  while (last - first + 1 < MAX_WORDS) {
    const next = nextInRun(read, last);
    if (next === null) break;
    last = next;
  }
  return last;
}

function nextInRun(read: ReadText, last: number): number | null {
  const [word, next, after] = [read.words[last], read.words[last + 1], read.words[last + 2]];
  if (!word || !next) return null;
  const isInitial = word.text.length === 1;
  const gap = read.gapAfter(last);
  if (gap !== ' ' && gap !== '-' && !(isInitial && gap === '. ')) {
    return gap === ', ' && NAME_SUFFIXES.has(next.folded) && next.capital ? last + 1 : null;
  }
  if (next.capital) return couldBeName(next, 'none') && !EPONYM_NOUNS.has(next.folded) ? last + 1 : null;
  if (!PARTICLES.has(next.folded) || gap !== ' ') return null;
  const joins = (index: number, found: Word | undefined) =>
    found?.capital === true && read.gapAfter(index) === ' ' && couldBeName(found, 'none');
  if (joins(last + 1, after)) return last + 2;
  const beyond = read.words[last + 3];
  return after && PARTICLES.has(after.folded) && joins(last + 2, beyond) ? last + 3 : null;
}

/** Capitals within a word, but for MacDonald and DeRose: a gene, an enzyme, a brand. */
const MIXED = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const JOINED = /^(?:Mac|Mc|De|La|Le|Van|Fitz|Di|Du|Al|O['’])\p{Lu}/u;

function couldBeName({ folded, isNumber, text }: Word, cue: NameCue): boolean {
  if (MIXED.test(text) && !JOINED.test(text)) return false;
  if (isNumber || (text.length === 1 && cue === 'none' && !/\p{Lu}/u.test(text))) return false;
  if (NOT_NAMES.has(folded)) return cue === 'certain' && AMBIGUOUS_NAMES.has(folded);
  return (
    !isDrugName(folded) &&
    (!LARGE_PLACES.has(folded) || GIVEN_NAMES.has(folded)) &&
    !VIETNAMESE_LETTER.test(text)
  );
}
