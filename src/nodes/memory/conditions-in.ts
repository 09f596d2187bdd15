import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { Language } from '../../domain/language.ts';
import { CONDITIONS } from './conditions.ts';

const PHRASES: Readonly<Record<Language, readonly (readonly [phrase: string, name: string])[]>> = {
  en: phrasesOf('en'),
  vi: phrasesOf('vi'),
};

/** The lasting conditions a text names, each once, in its order; unmarked Vietnamese too. */
export function conditionsIn(text: string, language: Language): string[] {
  let rest = ` ${wordsOf(text)} `;
  const isUnmarked = language === 'vi' && foldDiacritics(rest) === rest;
  const found: { name: string; at: number }[] = [];
  for (const [phrase, name] of PHRASES[language]) {
    const sought = ` ${isUnmarked ? foldDiacritics(phrase) : phrase} `;
    const at = rest.indexOf(sought);
    if (at < 0) continue;
    found.push({ name, at });
    // "Type 2 diabetes" does not name "diabetes" once more.
    rest = rest.replaceAll(sought, ` ${'|'.repeat(sought.length - 2)} `);
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ name }) => name))];
}

function phrasesOf(language: Language) {
  return CONDITIONS[language]
    .flatMap((phrases) => phrases.map((phrase) => [wordsOf(phrase), phrases[0] ?? phrase] as const))
    .sort(([a], [b]) => b.length - a.length);
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
