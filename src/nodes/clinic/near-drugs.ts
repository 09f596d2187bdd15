import { KNOWN_DRUGS } from '../../domain/drug-names.ts';
import { editDistance, editLimit } from '../../retrieval/analysis/correct-spelling.ts';

const MAX_NEAR = 4;
/** A shorter word is a letter or two from too much. */
const MIN_LETTERS = 5;

/** Drugs that are spelt nearly like a word, the nearest first: to be offered, never put in its place. */
export function nearDrugs(word: string): string[] {
  const letters = word.toLowerCase();
  if (letters.length < MIN_LETTERS) return [];
  const limit = editLimit(letters);
  return [...KNOWN_DRUGS]
    .map((drug) => ({ drug, away: editDistance(letters, drug, limit) }))
    .filter(({ away }) => away > 0 && away <= limit)
    .sort((a, b) => a.away - b.away || (a.drug < b.drug ? -1 : 1))
    .slice(0, MAX_NEAR)
    .map(({ drug }) => drug);
}
