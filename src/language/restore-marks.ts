import { readFileSync } from 'node:fs';
import type { Language } from '../domain/language.ts';
import { foldDiacritics } from './fold-diacritics.ts';
import { dataFile, once, readLexicon } from './read-lexicon.ts';

/** As `models/training/count_marks.py` has them: costs are logarithms in twelfths, and what a pair that nobody saw costs more. */
const MOST = 255;
const UNSEEN = 28;

const forms = once(() => {
  const choices = new Map<string, { form: string; cost: number }[]>();
  for (const { form, steps } of readLexicon('language/marked-syllables', ['form', 'steps'])) {
    const bare = foldDiacritics(form);
    const known = choices.get(bare) ?? [];
    choices.set(bare, [...known, { form, cost: Number(steps) }]);
  }
  return choices;
});

/** Hashes of two neighbours in rising order, then what each pair costs. */
const pairs = once(() => {
  const bytes = readFileSync(dataFile('language/syllable-pairs.bin'));
  const count = bytes.length / 5;
  const hashes = Uint32Array.from({ length: count }, (_, i) => bytes.readUInt32LE(4 * i));
  return { hashes, costs: bytes.subarray(4 * count) };
});

/** "bi dau hong" → "bị đau họng", where nothing is marked: the likeliest syllables beside each other. Everything else stays. */
export function restoreMarks(text: string, language: Language): string {
  if (language !== 'vi' || foldDiacritics(text) !== text) return text;
  return text.replace(/[^.!?;:,()[\]\n"“”]+/gu, restoreRun);
}

function restoreRun(run: string): string {
  const words = run.toLowerCase().match(WORD) ?? [];
  const told = likeliest(words);
  let at = 0;
  return run.replace(WORD, (typed) => inCaseOf(typed, told[at++] ?? typed));
}

const WORD = /\p{L}+|\p{N}+/gu;

function inCaseOf(typed: string, word: string): string {
  if (typed === typed.toLowerCase()) return word;
  // What is all in capitals among small letters is an abbreviation, and has no marks.
  if (typed === typed.toUpperCase()) return typed.length === 1 ? word.toUpperCase() : typed;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

interface Path {
  cost: number;
  form: string;
  before: Path | null;
}

/** Viterbi's way through the forms of each word. */
function likeliest(words: readonly string[]): string[] {
  let paths: Path[] = [{ cost: 0, form: '', before: null }];
  for (const word of words) {
    const choices = forms().get(word) ?? [{ form: word, cost: MOST }];
    paths = choices.map(({ form, cost }) => {
      let best: Path | null = null;
      for (const before of paths) {
        const step = before.cost + (pairCost(`${before.form} ${form}`) ?? UNSEEN + cost);
        if (best === null || step < best.cost) best = { cost: step, form, before };
      }
      return best ?? { cost, form, before: null };
    });
  }
  let path = paths.reduce((a, b) => (b.cost < a.cost ? b : a));
  const told: string[] = [];
  for (; path.before !== null; path = path.before) told.push(path.form);
  return told.reverse();
}

function pairCost(pair: string): number | null {
  const { hashes, costs } = pairs();
  const sought = fnv(pair);
  let [from, to] = [0, hashes.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((hashes[middle] ?? 0) < sought) from = middle + 1;
    else to = middle;
  }
  return hashes[from] === sought ? (costs[from] ?? null) : null;
}

/** FNV-1a over the letters. */
function fnv(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
