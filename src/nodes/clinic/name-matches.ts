import { foldForCues } from './fold-for-cues.ts';

/** Whether words that name someone could mean the bearer of these names: by a word of the name, or by a whole number. */
export function nameMatches(named: string, names: readonly string[]): boolean {
  const words = wordsOf(named);
  const known = new Set(names.flatMap(wordsOf));
  return words.length > 0 && words.every((word) => known.has(word));
}

function wordsOf(text: string): string[] {
  return foldForCues(text)
    .replace(/'s\b/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word));
}

/** What goes before a name and is none. */
const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr patient ong ba co chi anh bac em cu be chu benh nhan'.split(' '),
);
