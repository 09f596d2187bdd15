import { AMBIGUOUS_NAMES } from '../tables/ambiguous-names.ts';
import { EPONYM_CUES, EPONYMS } from '../tables/eponyms.ts';
import { FAMILY_NAMES } from '../tables/family-names.ts';
import { GIVEN_NAMES } from '../tables/given-names.ts';
import { NOT_NAMES } from '../tables/not-names.ts';
import { LARGE_PLACES } from '../tables/places.ts';
import { endOfNameRun } from './end-of-name-run.ts';
import { isInstitution } from './is-institution.ts';
import { isFamily, isForeign, isGiven, isKnown } from './known-names.ts';
import { lowercaseName } from './lowercase-name.ts';
import { type NameCue, nameCueBefore } from './name-cue-before.ts';
import { personFollows } from './person-follows.ts';
import type { PiiSpan } from './pii-span.ts';
import type { ReadText, Word } from './read-text.ts';

/** Names of people by their words, the words beside them, and what is said before them. */
export function findNames(read: ReadText): PiiSpan[] {
  const spans: PiiSpan[] = [];
  for (let i = 0; i < read.words.length; i++) {
    const last = lastWordOfName(read, i);
    if (last === null) continue;
    spans.push({ kind: 'NAME', start: read.words[i]?.start ?? 0, end: read.words[last]?.end ?? 0 });
    for (const partner of [partnerOf(read, i, -1), partnerOf(read, last, 1)]) {
      if (partner) spans.push({ kind: 'NAME', start: partner.start, end: partner.end });
    }
    i = last;
  }
  return spans;
}

/** "Kovalev, Price and Fowler": a word that may be a name is one beside a name. */
function partnerOf(read: ReadText, index: number, step: 1 | -1): Word | null {
  const [and, word] = [read.words[index + step], read.words[index + 2 * step]];
  if (and?.capital && read.gapAfter(Math.min(index, index + step)) === ', ') {
    return FAMILY_NAMES.has(and.folded) && !EPONYMS.has(and.folded) && !and.shouted ? and : null;
  }
  if (and?.folded !== 'and' || !word?.capital || word.shouted) return null;
  if (read.gapAfter(Math.min(index, index + step)) !== ' ') return null;
  if (read.gapAfter(Math.min(index + step, index + 2 * step)) !== ' ') return null;
  return isKnown(word) && !EPONYMS.has(word.folded) && !NOT_NAMES.has(word.folded) ? word : null;
}

/** The index of the last word of the name that begins here, or null when none does. */
function lastWordOfName(read: ReadText, first: number): number | null {
  const word = read.words[first];
  if (!word || word.isNumber || (!word.capital && !isKnown(word))) return null;
  if (NOT_NAMES.has(word.folded) && !AMBIGUOUS_NAMES.has(word.folded)) return null;
  const cue = nameCueBefore(read, first);
  if (!word.capital) return lowercaseName(read, first, cue);
  const last = endOfNameRun(read, first, cue);
  if (last === null || touchesNumber(read, first, last)) return null;
  const run = read.words.slice(first, last + 1);
  if (cue === 'certain') return last;
  if (isInstitution(read, first, last) || isLargePlace(read, first, last) || isCited(read, last)) return null;
  if (cue === 'none' && run.every(({ folded }) => EPONYMS.has(folded))) return null;
  const holds =
    run.length === 1 ? isNameAlone(read, first, word, cue) : isNameTogether(read, first, run, cue);
  return holds ? last : null;
}

/** "Alexa488", "R26R-Confetti": a name stands free. */
function touchesNumber({ text, words }: ReadText, first: number, last: number): boolean {
  const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
  return (
    /\d|^-\d/u.test(text.slice(end, end + 2).replace(/^ .*/u, '')) ||
    /[\d\p{L}]-$|\d$/u.test(text.slice(Math.max(0, start - 2), start))
  );
}

/** "North Carolina", "Sierra Leone". */
function isLargePlace({ folded, words }: ReadText, first: number, last: number): boolean {
  const end = words[last]?.end ?? 0;
  const from = (index: number) => LARGE_PLACES.has(folded.slice(words[index]?.start ?? end, end));
  return (last > first && from(first)) || (first > 0 && from(first - 1));
}

/** Who wrote a paper is no secret: "Lewis, 1958", "Davies and colleagues". */
function isCited({ folded, words }: ReadText, last: number): boolean {
  const end = words[last]?.end ?? 0;
  return /^(?: and co(?:lleagues|-?workers)\b|,? \(?(?:19|20)\d\d\b|,? et al)/u.test(
    folded.slice(end, end + 20),
  );
}

function isNameAlone(read: ReadText, index: number, word: Word, cue: NameCue): boolean {
  if (cue === 'likely' && isKnown(word)) {
    return (
      (!EPONYMS.has(word.folded) || FAMILY_NAMES.has(word.folded)) && !(word.shouted && word.text.length < 4)
    );
  }
  if (word.shouted || word.text.length < 3 || LARGE_PLACES.has(word.folded)) return false;
  if (isGiven(word) || isFamily(word)) return true;
  if (EPONYMS.has(word.folded)) return false;
  return (
    personFollows(read, index) ||
    (isForeign(word) && !/^(?:in|at|near|from)$/u.test(read.words[index - 1]?.folded ?? ''))
  );
}

function isNameTogether(read: ReadText, first: number, run: readonly Word[], cue: NameCue): boolean {
  const [head, tail] = [run[0], run.at(-1)];
  if (!head || !tail) return false;
  if (isGiven(head)) return true;
  const before = read.words[first - 1];
  if (before && EPONYM_CUES.has(before.folded) && EPONYMS.has(head.folded)) return false;
  const knownTail = isFamily(tail) || (FAMILY_NAMES.has(tail.folded) && tail.text.length > 3);
  if (GIVEN_NAMES.has(head.folded) || AMBIGUOUS_NAMES.has(head.folded)) {
    return (
      knownTail ||
      run.some(isGiven) ||
      isForeign(tail) ||
      isWholeLine(read, first, run.length) ||
      cue !== 'none'
    );
  }
  if (cue === 'likely' && head.text.length > 1) return run.some((word) => isKnown(word));
  if (head.text.length === 1) return (knownTail || cue === 'likely') && read.gapAfter(first).startsWith('.');
  return isFamily(tail) && !EPONYMS.has(head.folded) && !startsSentence(read, first) && !tail.shouted;
}

/** A line of nothing but capitalised words, the first a given name: the head of a letter or of a record. */
function isWholeLine(read: ReadText, first: number, length: number): boolean {
  const before = first === 0 ? '\n' : read.gapAfter(first - 1);
  const after = read.words[first + length] ? read.gapAfter(first + length - 1) : '\n';
  return length < 4 && before.includes('\n') && after.includes('\n');
}

function startsSentence(read: ReadText, index: number): boolean {
  return index === 0 || /[.?!:\n"“]/u.test(read.gapAfter(index - 1));
}
