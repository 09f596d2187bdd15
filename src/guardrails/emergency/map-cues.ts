import type { Language } from '../../domain/language.ts';
import { CUES_EN, type CueKind } from '../tables/emergency-cues.en.ts';
import type { Found } from './find-phrases.ts';
import type { Token } from './split-clauses.ts';

/** Where the cues of one language stand. */
export interface CueMap {
  inClause(clause: number, cue: CueKind): boolean;
  inSentence(sentence: number, cue: CueKind): boolean;
  inMessage(cue: CueKind): boolean;
  /** In this sentence or one before it. */
  since(cue: CueKind, sentence: number): boolean;
  startsAt(cue: CueKind, token: number): boolean;
  endsAt(cue: CueKind, token: number): boolean;
  /** Whether the last word and at least half of all belong to such a cue. */
  isTakenBy(cue: CueKind, start: number, end: number): boolean;
}

type Cue = Extract<Found, { kind: 'cue' }>;

/** A bit for each kind of cue: sets of them are numbers, since every word of a message is asked for them. */
const BITS = Object.fromEntries(Object.keys(CUES_EN).map((cue, index) => [cue, 1 << index])) as Record<
  CueKind,
  number
>; // its keys are the kinds
const bitsOf = (...cues: CueKind[]) => cues.reduce((bits, cue) => bits | BITS[cue], 0);

/** Cues that take the meaning of others that begin inside them: "should I" has no patient in it. */
const OVERRULED_BY: Partial<Record<CueKind, number>> = {
  self: bitsOf('asker', 'study', 'hypothetical', 'idiom'),
  person: bitsOf('asker', 'study', 'hypothetical'),
  pronoun: bitsOf('hypothetical'),
  negation: bitsOf('no_negation'),
  list_negation: bitsOf('no_negation'),
  remote: bitsOf('now', 'asker'),
  family: bitsOf('asker'),
};
/** "My dog": the owner is not the one who suffers. */
const NEAR_ANIMAL = bitsOf('self', 'person');

/** Sorts the cues of a language by clause, sentence and place, less those that others overrule. */
export function mapCues(tokens: readonly Token[], found: readonly Found[], language: Language): CueMap {
  const size = tokens.length + 1;
  const [covered, starts, ends] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const [clauses, sentences] = [
    new Int32Array((tokens.at(-1)?.clause ?? 0) + 1),
    new Int32Array((tokens.at(-1)?.sentence ?? 0) + 1),
  ];
  const nearAnimal = new Uint8Array(size);
  const firstSentence = new Map<CueKind, number>();
  const cues = found.filter((one): one is Cue => one.kind === 'cue' && one.language === language);
  for (const { cue, start, end } of cues) {
    for (let token = start; token < end; token += 1) put(covered, token, BITS[cue]);
    if (cue === 'animal') nearAnimal.fill(1, Math.max(0, start - 2), end + 1);
  }
  for (const { cue, start, end } of cues) {
    const bit = BITS[cue];
    if (has(covered, start, OVERRULED_BY[cue] ?? 0)) continue;
    if ((bit & NEAR_ANIMAL) !== 0 && nearAnimal[start] === 1) continue;
    const { clause = 0, sentence = 0 } = tokens[start] ?? {};
    put(clauses, clause, bit);
    put(sentences, sentence, bit);
    put(starts, start, bit);
    put(ends, end, bit);
    firstSentence.set(cue, Math.min(sentence, firstSentence.get(cue) ?? sentence));
  }
  return {
    inClause: (clause, cue) => has(clauses, clause, BITS[cue]),
    inSentence: (sentence, cue) => has(sentences, sentence, BITS[cue]),
    inMessage: (cue) => firstSentence.has(cue),
    since: (cue, sentence) => (firstSentence.get(cue) ?? Number.POSITIVE_INFINITY) <= sentence,
    startsAt: (cue, token) => has(starts, token, BITS[cue]),
    endsAt: (cue, token) => has(ends, token, BITS[cue]),
    isTakenBy(cue, start, end) {
      let count = 0;
      for (let token = start; token < end; token += 1) if (has(covered, token, BITS[cue])) count += 1;
      return has(covered, end - 1, BITS[cue]) && count * 2 >= end - start;
    },
  };
}

function put(sets: Int32Array, at: number, bits: number): void {
  sets[at] = (sets[at] ?? 0) | bits;
}

function has(sets: Int32Array, at: number, bits: number): boolean {
  return ((sets[at] ?? 0) & bits) !== 0;
}
