import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { isDenyingWord, type NegationKind, symptomNegations } from '../../../language/read-negation.ts';
import { type Token, wordOf } from './split-clauses.ts';

/** By its name in `emergency-categories.tsv`. */
export type EmergencyCategory = string;

/** What an emergency can be, the more urgent first: of several found, the first is named. Lasting: what passed may still kill, or come back worse. */
export const categories = once(() => readLexicon('gates/emergency-categories', ['category', 'lasting']));

/** The category of that name, which a table may only speak of if there is one. */
export function categoryOf(name: string): EmergencyCategory {
  if (categories().some(({ category }) => category === name)) return name;
  throw new Error(`emergency-categories.tsv has no ${name}`);
}

/**
 * How a symptom is spoken of. Governor: what stands right after it is feared, weighed or prevented, not had. Help: asks for
 * help at once. Asker: the asker as asker, "I" here has nothing. Anyone: a person only because the sentence needs one.
 */
const WordedCue = z.enum([
  ...([
    'resolved',
    'recurring',
    'remote',
    'now',
    'family',
    'information',
    'governor',
    'management',
    'help',
  ] as const),
  ...(['hypothetical', 'asker', 'self', 'pronoun', 'person', 'anyone', 'animal', 'study', 'idiom'] as const),
]);
export type CueKind = z.infer<typeof WordedCue> | NegationKind;
export const CUE_KINDS: readonly CueKind[] = [
  ...WordedCue.options,
  ...(['negation', 'list_negation', 'no_negation'] as const),
];

/** A sign that is no alarm alone, by its name in `emergency-signs.tsv` or in `read-vitals.ts`. */
export type EmergencySign = string;

export type Meaning =
  | { kind: 'alarm'; category: EmergencyCategory }
  | { kind: 'sign'; sign: EmergencySign }
  | { kind: 'cue'; cue: CueKind };

/** Something found: `[start, end)` in tokens. Cues count for what is said in their own language; null is any. */
export type Found<M extends Meaning = Meaning> = {
  start: number;
  end: number;
  language: Language | null;
} & M;

type Entry = { phrase: Phrase; language: Language; meaning: Meaning };

/** Everything the tables know that a message says: two look-ups a word. */
export function findPhrases(tokens: readonly Token[]): Found[] {
  const entriesOf = lexicon();
  const found: Found[] = [];
  const matchAt = (entries: readonly Entry[] | undefined, start: number) => {
    for (const { phrase, language, meaning } of entries ?? []) {
      const end = phrase.match(tokens, start);
      if (end !== -1) found.push({ start, end, language, ...meaning });
    }
  };
  tokens.forEach(({ text }, start) => {
    matchAt(entriesOf.get(text), start);
    const next = tokens[start + 1];
    if (next) matchAt(entriesOf.get(`${text} ${next.text}`), start);
    if (/^\d/.test(text)) matchAt(entriesOf.get('#'), start);
  });
  return found;
}

/** Every phrase by the words it may begin with. */
const lexicon = once(() => {
  const byStart = new Map<string, Entry[]>();
  const add = (source: string, language: string, meaning: Meaning) => {
    const entry = { phrase: compilePhrase(source), language: Language.parse(language), meaning };
    for (const key of keysOf(entry.phrase)) {
      const entries = byStart.get(key);
      if (entries) entries.push(entry);
      else byStart.set(key, [entry]);
    }
  };
  for (const { category, language, phrase } of readLexicon('gates/emergency-alarms', [
    'category',
    'language',
    'phrase',
  ]))
    add(phrase, language, { kind: 'alarm', category: categoryOf(category) });
  for (const { sign, language, phrase } of readLexicon('gates/emergency-signs', [
    'sign',
    'language',
    'phrase',
  ]))
    add(phrase, language, { kind: 'sign', sign });
  for (const { cue, language, phrase } of readLexicon('gates/emergency-cues', ['cue', 'language', 'phrase']))
    add(phrase, language, { kind: 'cue', cue: WordedCue.parse(cue) });
  for (const { kind, language, phrase } of symptomNegations())
    add(phrase, language, { kind: 'cue', cue: kind });
  return byStart;
});

/** By the first word, or by the first two where both are told: few phrases are then tried in vain. */
function keysOf({ starts, seconds }: Phrase): ReadonlySet<string> {
  const firsts = [...new Set(starts)];
  return new Set(
    seconds ? firsts.flatMap((first) => [...seconds].map((second) => `${first} ${second}`)) : firsts,
  );
}

/** Words that a `~` stands for at most. */
const LONGEST_GAP = 4;
const NUMBER = /^\d/;

/** Tries to match at a token; the index after the last one matched, or -1. */
interface Phrase {
  /** Words it may begin with; `#` for any number. */
  starts: readonly string[];
  /** Words of which one must stand second; null where that cannot be told. */
  seconds: ReadonlySet<string> | null;
  match(tokens: readonly Token[], at: number): number;
}

interface Element {
  gap: boolean;
  optional: boolean;
  words: ReadonlySet<string>;
  /** Alternatives that a set cannot hold: several words, prefixes, numbers. */
  others: readonly (readonly string[])[];
}

/**
 * Compiles `a|b c? ~ d* #`: either word, a word that may be absent, up to three words, a beginning, a number; `a_b` is an
 * alternative of two words, `20##` a year, and `^` in front holds the phrase to the start of a clause.
 */
export function compilePhrase(source: string): Phrase {
  const anchored = source.startsWith('^ ');
  const elements = (anchored ? source.slice(2) : source).split(' ').map(compileElement);
  const [first] = elements;
  if (!first || first.gap || first.optional) throw new Error(`a phrase begins with a word: ${source}`);
  return {
    seconds: secondWords(elements),
    starts: [...first.words, ...first.others.map(([word = '']) => (isNumberWord(word) ? '#' : word))],
    match(tokens, at) {
      if (anchored && tokens[at - 1]?.clause === tokens[at]?.clause) return -1;
      return matchFrom(elements, 0, tokens, at, tokens[at]?.segment ?? -1);
    },
  };
}

function secondWords([first, second]: readonly Element[]): ReadonlySet<string> | null {
  if (!first || !second || first.others.length > 0) return null;
  return second.gap || second.optional || second.others.length > 0 ? null : second.words;
}

function matchFrom(
  elements: readonly Element[],
  index: number,
  tokens: readonly Token[],
  at: number,
  segment: number,
): number {
  const element = elements[index];
  if (!element) return at;
  if (element.gap) {
    for (let skipped = 0; skipped <= LONGEST_GAP; skipped += 1) {
      const leapt = skipped > 0 ? tokens[at + skipped - 1] : null;
      // No gap leaps over a denial: "the chest is not tight".
      if (leapt !== null && (leapt?.segment !== segment || isDenyingWord(leapt.text))) return -1;
      const end = matchFrom(elements, index + 1, tokens, at + skipped, segment);
      if (end !== -1) return end;
    }
    return -1;
  }
  const token = tokens[at];
  if (token?.segment === segment) {
    if (element.words.has(token.text)) {
      const end = matchFrom(elements, index + 1, tokens, at + 1, segment);
      if (end !== -1) return end;
    }
    for (const words of element.others) {
      if (!words.every((word, offset) => isWord(tokens[at + offset], word, segment))) continue;
      const end = matchFrom(elements, index + 1, tokens, at + words.length, segment);
      if (end !== -1) return end;
    }
  }
  return element.optional ? matchFrom(elements, index + 1, tokens, at, segment) : -1;
}

function isWord(token: Token | undefined, word: string, segment: number): boolean {
  if (token?.segment !== segment) return false;
  if (word === '#') return NUMBER.test(token.text);
  if (word.endsWith('##'))
    return token.text.length === 4 && NUMBER.test(token.text) && token.text.startsWith(word.slice(0, 2));
  return word.endsWith('*') ? token.text.startsWith(word.slice(0, -1)) : token.text === word;
}

function compileElement(source: string): Element {
  if (source === '~') return { gap: true, optional: false, words: new Set(), others: [] };
  const optional = source.endsWith('?');
  const alternatives = foldDiacritics(optional ? source.slice(0, -1) : source).split('|');
  const isPlain = (word: string) => !/[_*#]/.test(word);
  return {
    gap: false,
    optional,
    words: new Set(alternatives.filter(isPlain).map(wordOf)),
    others: alternatives.filter((word) => !isPlain(word)).map((words) => words.split('_').map(wordOf)),
  };
}

function isNumberWord(word: string): boolean {
  return word.includes('#');
}
