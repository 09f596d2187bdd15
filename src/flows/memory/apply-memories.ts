import { rememberedAllergy } from '../../../texts/answer.ts';
import type { Language } from '../../domain/language.ts';
import type { Memory } from '../../domain/memory.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon, readPatterns } from '../../language/read-lexicon.ts';

const CUES = ['condition', 'medication', 'allergy', 'not_so', 'someone_else'] as const;

/** How askers speak of themselves and of others, by `<cue>_<language>`. */
export const memoryCues = once(() =>
  readPatterns(
    'language/memory-cues',
    [...CUES.flatMap((cue) => [`${cue}_en`, `${cue}_vi`] as const), 'asks_for_drug'],
    'iu',
  ),
);

/** Asked for oneself: only then does what one told before belong to it. */
const PERSONAL: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:I|me|my|I'm|I've)\b/u,
  vi: /(?<!\p{L})(?:tôi|mình|em|cháu|toi|minh)(?!\p{L})/iu,
};

/** What the asker told that belongs to a question: one that they ask for themselves and that names no condition itself. */
export function memoriesFor(question: string, memories: readonly Memory[], language: Language): Memory[] {
  if (!PERSONAL[language].test(question) || speaksOfSomeoneElse(question, language)) return [];
  const namesItself = conditionsIn(question, language).length > 0 || drugNamesIn(question).length > 0;
  const asksForADrug = memoryCues().asks_for_drug.test(question);
  return memories.filter(({ kind }) => {
    if (kind === 'condition') return !namesItself;
    return asksForADrug && (kind === 'allergy' || kind === 'medication');
  });
}

/** A memory in the words of a question. */
export function wordsOf({ kind, text }: Memory, language: Language): string {
  return kind === 'allergy' ? rememberedAllergy(text)[language] : text;
}

/** A question with what was told beside it, each once. */
export function withTold(question: string, told: readonly string[]): string {
  const missing = told.filter((words) => !question.toLowerCase().includes(words.toLowerCase()));
  return missing.length === 0 ? question : `${question} (${missing.join(', ')})`;
}

/** Whether a text is, or may be, about someone other than its writer. In doubt it is: then nothing is remembered of it. */
export function speaksOfSomeoneElse(text: string, language: Language): boolean {
  return memoryCues()[`someone_else_${language}`].test(text);
}

/** Lasting conditions by the words askers use for them; the first of a row is how Galen writes it. Longest first. */
const phraseLists = once(() => {
  const rows = readLexicon('language/conditions', ['language', 'phrases']);
  const of = (language: Language) =>
    rows
      .filter((row) => row.language === language)
      .map(({ phrases }) => phrases.split('|'))
      .flatMap((phrases) => phrases.map((phrase) => [plainWords(phrase), phrases[0] ?? phrase] as const))
      .sort(([a], [b]) => b.length - a.length);
  return { en: of('en'), vi: of('vi') };
});

/** The lasting conditions a text names, each once, in its order; unmarked Vietnamese too. */
export function conditionsIn(text: string, language: Language): string[] {
  let rest = ` ${plainWords(text)} `;
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

function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
