import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import { type NegationKind, symptomNegations } from '../../../language/read-negation.ts';
import { compilePhrase, type Phrase } from './compile-phrase.ts';
import type { Token } from './split-clauses.ts';

/** What an emergency can be, the more urgent first: of several found, the first is named. */
export const EmergencyCategory = z.enum([
  ...(['suicide', 'psychiatric', 'overdose', 'anaphylaxis', 'airway', 'drowning', 'electrocution'] as const),
  ...([
    'obstetric',
    'stroke',
    'neurological',
    'diabetic',
    'heat',
    'cold',
    'trauma',
    'burns',
    'bites',
  ] as const),
  ...(['paediatric', 'sepsis', 'clot', 'cardiac', 'bleeding', 'shock', 'abdominal', 'testicular'] as const),
  ...(['eye', 'limb', 'breathing', 'unconscious'] as const),
]);
export type EmergencyCategory = z.infer<typeof EmergencyCategory>;

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
    add(phrase, language, { kind: 'alarm', category: EmergencyCategory.parse(category) });
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
