import { once, readLexicon, readWordLists } from './read-lexicon.ts';

/** A word or a number of a sentence, and the clause it stands in. */
export interface ClaimWord {
  text: string;
  stem: string;
  clause: number;
  /** False for the small words between those that say something. */
  isContent: boolean;
}

const TOKEN = /\p{L}+|\d+(?:[.,]\d+)*|[,;:()–—]/gu;
/** Words between those that say something, and abbreviations after which a full stop does not end a sentence. */
export const functionWords = once(() =>
  readWordLists('language/function-words', 'word', ['small', 'abbreviation']),
);

/** The words of a sentence in order, in lower case; denials written together are taken apart. */
export function splitWords(text: string): ClaimWord[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/n[’']t(?!\p{L})/gu, ' not')
    .replaceAll('cannot', 'can not');
  const words: ClaimWord[] = [];
  let clause = 0;
  for (const [token] of plain.matchAll(TOKEN)) {
    if (/^[,;:()–—]$/u.test(token)) clause += 1;
    else
      words.push({ text: token, stem: stemOf(token), clause, isContent: !functionWords().small.has(token) });
  }
  return words;
}

/** Content words, cut to their first letters so that inflections meet. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2).map(stemOf));
}

/** Share of `words` that `others` holds too; 0 of no words. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return words.size === 0 ? 0 : shared / words.size;
}

export function stemOf(word: string): string {
  return word.slice(0, 6);
}

/** Each word, or pair of words, for groups of people that exclude one another within a line (age, sex), or are to be told apart. */
const populations = once(() => {
  const rows = readLexicon('language/populations', ['line', 'group', 'language', 'words']);
  const groupsIn = (spoken: string) => {
    const groups = new Map<string, string[]>();
    for (const { line, group, language, words } of rows)
      if (language === spoken) groups.set(words, [...(groups.get(words) ?? []), `${line}:${group}`]);
    return groups;
  };
  return { en: groupsIn('en'), vi: groupsIn('vi') };
});
/** Of a Vietnamese sentence; "naïve" stands in English ones. */
const MARKED = /(?=\p{Script=Latin})[^\p{ASCII}]/u;
const MARKED_WORDS = 2;

/** The groups of people a sentence names, as `line:group`, in order. */
export function readPopulations(words: readonly ClaimWord[]): string[] {
  const found: string[] = [];
  // In Vietnamese "men" are enzymes.
  const marked = words.filter(({ text }) => MARKED.test(text)).length;
  const groups = populations()[marked >= MARKED_WORDS ? 'vi' : 'en'];
  for (let i = 0; i < words.length; i += 1) {
    const pair = groups.get(`${words[i]?.text} ${words[i + 1]?.text}`);
    // "Việt Nam" names no men.
    const single = words[i - 1]?.text === 'việt' ? undefined : groups.get(words[i]?.text ?? '');
    found.push(...(pair ?? single ?? []));
    if (pair) i += 1;
  }
  return found;
}

/** Whether someone asks for the pregnant or the breastfeeding, for whom what is said of others does not hold. */
export function statesOf(text: string): string[] {
  return [...new Set(readPopulations(splitWords(text)))].filter((group) => group.startsWith('state:'));
}

/** Whom people belong to, by what they are told apart by (age, sex, a state); of a line that is absent nothing is known. */
export type PeopleGroups = ReadonlyMap<string, ReadonlySet<string>>;

/** The groups that a text speaks of and that none of `own` belongs to. "Older than 12" is no age group. */
export function foreignGroups(text: string, own: PeopleGroups): string[] {
  const isRelative = (group: string) =>
    group === 'age:younger' || (group === 'age:older' && /\d/u.test(text));
  const named = readPopulations(splitWords(text)).filter((group) => !isRelative(group));
  const lineOf = (group: string) => group.split(':')[0] ?? '';
  const lines = new Set(named.map(lineOf));
  return [...lines].flatMap((line) => {
    const groups = [...new Set(named.filter((group) => lineOf(group) === line))];
    const isOwn = own.get(line) === undefined || groups.some((group) => own.get(line)?.has(group));
    return isOwn ? [] : groups;
  });
}
