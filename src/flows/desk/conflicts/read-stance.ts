import { once, readWordLists } from '../../../language/read-lexicon.ts';

/** Whether something is demanded, left open, allowed, forbidden, or just said, or denied. */
type Stance = 'must' | 'optional' | 'may' | 'must-not' | 'says' | 'denies';

/** The most telling first: "must not" is no "must". */
const STANCES = ['optional', 'must-not', 'denies', 'must', 'may'] as const;

/** The words of modality and negation in both languages. A limit denies nothing: what is beyond it is another matter. */
const stanceWords = once(() => {
  const lists = readWordLists('language/stances', 'phrase', [...STANCES, 'limit']);
  return {
    stances: STANCES.map((stance) => [stance, anyPhrase(lists[stance])] as const),
    limits: anyPhrase(lists.limit),
  };
});
const CONTRACTED = /n['’]t(?!\p{L})/giu;

/** How two statements are meant, each by the words that the other does not use too: "unused" leave is not denied. */
export function readStances(a: string, b: string): [Stance, Stance] {
  const [cuesA, cuesB] = [cuesIn(a), cuesIn(b)];
  return [stanceOf(without(cuesA, cuesB)), stanceOf(without(cuesB, cuesA))];
}

/** A sentence without the words that say how it is meant: what is left tells what it is about. */
export function withoutStance(sentence: string): string {
  return stanceWords().stances.reduce((rest, [, pattern]) => rest.replace(pattern, ' '), plainly(sentence));
}

/** How two stances on one thing are at odds, if they are. */
export function stanceConflict(a: Stance, b: Stance): 'modality' | 'negation' | null {
  const pair = new Set([a, b]);
  // What is forbidden and what is not done agree; so do what is left open and what is allowed, or not done.
  if (pair.size === 1 || (isNo(a) && isNo(b))) return null;
  if (pair.has('must-not')) return 'negation';
  if (pair.has('denies')) return pair.has('optional') ? null : 'negation';
  if (pair.has('optional')) return pair.has('must') ? 'modality' : null;
  return pair.has('must') && pair.has('may') ? 'modality' : null;
}

/** What follows the first word of denial, as far as its clause goes; nothing where nothing is denied. */
export function deniedIn(sentence: string): string {
  const plain = plainly(sentence);
  const denials = stanceWords()
    .stances.filter(([stance]) => isNo(stance))
    .map(([, pattern]) => plain.search(pattern));
  const start = Math.min(...denials.filter((at) => at !== -1));
  return plain.slice(start).split(/[,;]/u)[0] ?? '';
}

type Cue = Readonly<{ stance: Stance; phrase: string }>;

function cuesIn(sentence: string): Cue[] {
  let plain = plainly(sentence);
  return stanceWords().stances.flatMap(([stance, pattern]) => {
    const found = [...plain.matchAll(pattern)].map(([phrase]) => ({ stance, phrase: phrase.toLowerCase() }));
    plain = plain.replace(pattern, ' ');
    return found;
  });
}

function without(cues: readonly Cue[], others: readonly Cue[]): Cue[] {
  const left = others.map(({ phrase }) => phrase);
  return cues.filter(({ phrase }) => {
    const at = left.indexOf(phrase);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function stanceOf(cues: readonly Cue[]): Stance {
  return stanceWords().stances.find(([stance]) => cues.some((cue) => cue.stance === stance))?.[0] ?? 'says';
}

function isNo(stance: Stance): boolean {
  return stance === 'must-not' || stance === 'denies';
}

function plainly(sentence: string): string {
  return sentence.normalize('NFC').replace(CONTRACTED, ' not').replace(stanceWords().limits, ' ');
}

/** Any of these, as whole words, the longest first. */
function anyPhrase(phrases: ReadonlySet<string>): RegExp {
  const all = [...phrases].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<!\\p{L})(?:${all.join('|')})(?!\\p{L})`, 'giu');
}
