import type { Language } from '../../../domain/language.ts';
import { analyzeText, stopWords } from '../../../language/search-terms/analyze-text.ts';

/** Share of its words that the shorter statement has in common with the longer one. */
const SHARED_OF_SHORTER = 0.75;
/** And the longer one with it: a short rule is easily found within a long one on something else. */
const SHARED_OF_LONGER = 0.5;

/** Whether two statements of one language are about the same thing, by their words and the order of them. */
export function areOneSubject(a: readonly string[], b: readonly string[]): boolean {
  const [setA, setB] = [new Set(a), new Set(b)];
  const shared = [...setA].filter((word) => setB.has(word)).length;
  const [shorter, longer] = [Math.min(setA.size, setB.size), Math.max(setA.size, setB.size)];
  if (shorter === 0 || shared / shorter < SHARED_OF_SHORTER || shared / longer < SHARED_OF_LONGER)
    return false;
  // Two words in common may be all that a short rule and a long one on something else have.
  if (shared <= 2 && shared / longer <= SHARED_OF_LONGER) return false;
  // Said alike but for a word in the same place: social insurance and health insurance.
  return exchangedWords(a, b) === 0;
}

/** The words of a text that name something, in order. */
export function subjectWords(text: string, language: Language): string[] {
  // In Vietnamese the syllables as written; pairs and unmarked forms would count each word three times.
  const words =
    language === 'en'
      ? analyzeText(text, 'en')
      : (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => !stopWords().vi.has(word));
  return words.filter((word) => !/^\d/u.test(word));
}

/** Places between the words that two statements hold in the same order where each says something else. */
function exchangedWords(a: readonly string[], b: readonly string[]): number {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  // The longest run of words that both hold in the same order. Sentences are short: quadratic is fine.
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = a[i] === b[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  // A word that the other says elsewhere was moved, not exchanged.
  const [inA, inB] = [new Set(a), new Set(b)];
  let [i, j, exchanged, ownA, ownB] = [0, 0, 0, 0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      if (ownA > 0 && ownB > 0) exchanged += 1;
      [ownA, ownB] = [0, 0];
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      if (!inB.has(a[i] ?? '')) ownA += 1;
      i += 1;
    } else {
      if (!inA.has(b[j] ?? '')) ownB += 1;
      j += 1;
    }
  }
  return ownA > 0 && ownB > 0 ? exchanged + 1 : exchanged;
}
