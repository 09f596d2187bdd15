import { foldDiacritics } from '../fold-diacritics.ts';
import { once } from '../read-lexicon.ts';
import { brandNames, drugLists, isDrugName, isListedDrug } from './drug-names.ts';

/** Where a text names a drug, in positions of its composed form. */
export interface DrugSpan {
  start: number;
  end: number;
  /** As it is written, unmarked and in lower case. */
  name: string;
  /** False for a word that only has the form of a drug's name. */
  isListed: boolean;
}

interface NameTree {
  isName: boolean;
  next: Map<string, NameTree>;
}

const WORD = /[\p{L}\p{N}]+/gu;
/** What may stand between two words of one name. */
const JOINS = /^(?:[\s/+'’-]{1,3}|\s?[/+]\s?)$/u;
const VITAMIN = /^(?:[a-k]\d{0,2}|b complex)$/u;

const nameTree = once(() =>
  plantNames([
    ...drugLists().table,
    // The substances of a brand are one name too: "amoxicillin clavulanate".
    ...Object.values(brandNames()).filter((substances) => substances.includes(' ')),
  ]),
);

/** The drugs that a text names, names of several words as a whole: "insulin glargine", "co-trimoxazole", "folic acid". */
export function drugSpansIn(text: string): DrugSpan[] {
  const composed = text.normalize('NFC');
  const words = [...composed.matchAll(WORD)].map(([word], at, all) => {
    const start = all[at]?.index ?? 0;
    return { plain: foldDiacritics(word.toLowerCase()), start, end: start + word.length };
  });
  const spans: DrugSpan[] = [];
  for (let at = 0; at < words.length; ) {
    const taken = nameAt(at);
    const [first, last] = [words[at], words[at + Math.max(taken.words, 1) - 1]];
    if (taken.words > 0 && first && last)
      spans.push({
        start: first.start,
        end: last.end,
        name: foldDiacritics(composed.slice(first.start, last.end).toLowerCase()),
        isListed: taken.isListed,
      });
    at += Math.max(taken.words, 1);
  }
  return spans;

  function nameAt(at: number): { words: number; isListed: boolean } {
    let node: NameTree | undefined = nameTree();
    let longest = 0;
    for (let i = at; i < words.length; i += 1) {
      if (i > at && !JOINS.test(composed.slice(words[i - 1]?.end, words[i]?.start))) break;
      node = node.next.get(words[i]?.plain ?? '');
      if (node === undefined) break;
      if (node.isName) longest = i - at + 1;
    }
    if (longest > 1) return { words: longest, isListed: true };
    const word = words[at]?.plain ?? '';
    const next = words[at + 1]?.plain ?? '';
    if (word === 'vitamin') return { words: VITAMIN.test(next) ? 2 : 1, isListed: true };
    if (!isDrugName(word)) {
      // "Acid folic", as the names of acids go in Vietnamese.
      return { words: word === 'acid' && isDrugName(next) ? 2 : longest, isListed: true };
    }
    return { words: next === 'acid' ? 2 : 1, isListed: isListedDrug(word) };
  }
}

function plantNames(names: readonly string[]): NameTree {
  const tree: NameTree = { isName: false, next: new Map() };
  for (const name of names) {
    let node = tree;
    for (const [word] of foldDiacritics(name).matchAll(WORD)) {
      const next = node.next.get(word) ?? { isName: false, next: new Map<string, NameTree>() };
      node.next.set(word, next);
      node = next;
    }
    node.isName = true;
  }
  return tree;
}
