import { type ClaimWord, splitWords } from './claim-words.ts';
import { once, readLexicon } from './read-lexicon.ts';

/** Each word, or pair of words, for groups of people that exclude one another within a line (age, sex), or are to be told apart. */
const populations = once(() => {
  const groups = new Map<string, string[]>();
  for (const { line, group, words } of readLexicon('language/populations', ['line', 'group', 'words'])) {
    groups.set(words, [...(groups.get(words) ?? []), `${line}:${group}`]);
  }
  return groups;
});

/** The groups of people a sentence names, as `line:group`, in order. */
export function readPopulations(words: readonly ClaimWord[]): string[] {
  const found: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const pair = populations().get(`${words[i]?.text} ${words[i + 1]?.text}`);
    // "Việt Nam" names no men.
    const single = words[i - 1]?.text === 'việt' ? undefined : populations().get(words[i]?.text ?? '');
    found.push(...(pair ?? single ?? []));
    if (pair) i += 1;
  }
  return found;
}

/** Whether someone asks for the pregnant or the breastfeeding, for whom what is said of others does not hold. */
export function statesOf(text: string): string[] {
  return [...new Set(readPopulations(splitWords(text)))].filter((group) => group.startsWith('state:'));
}
