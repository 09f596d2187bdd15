import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon } from '../../language/read-lexicon.ts';

/** Lasting conditions by the words askers use for them; the first of a row is how Galen writes it. Longest first. */
const phraseLists = once(() => {
  const rows = readLexicon('language/conditions', ['language', 'phrases']);
  const of = (language: Language) =>
    rows
      .filter((row) => row.language === language)
      .map(({ phrases }) => phrases.split('|'))
      .flatMap((phrases) => phrases.map((phrase) => [wordsOf(phrase), phrases[0] ?? phrase] as const))
      .sort(([a], [b]) => b.length - a.length);
  return { en: of('en'), vi: of('vi') };
});

/** The lasting conditions a text names, each once, in its order; unmarked Vietnamese too. */
export function conditionsIn(text: string, language: Language): string[] {
  let rest = ` ${wordsOf(text)} `;
  const isUnmarked = language === 'vi' && foldDiacritics(rest) === rest;
  const found: { name: string; at: number }[] = [];
  for (const [phrase, name] of phraseLists()[language]) {
    const sought = ` ${isUnmarked ? foldDiacritics(phrase) : phrase} `;
    const at = rest.indexOf(sought);
    if (at < 0) continue;
    found.push({ name, at });
    // "Type 2 diabetes" does not name "diabetes" once more.
    rest = rest.replaceAll(sought, ` ${'|'.repeat(sought.length - 2)} `);
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ name }) => name))];
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
