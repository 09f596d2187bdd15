import { z } from 'zod';
import { once, readLexicon } from '../../../language/read-lexicon.ts';
import type { SpokenWord } from './decode-hidden-text.ts';
import type { InjectionFinding } from './detect-injection.ts';

type Step =
  | { type: 'words'; words: ReadonlySet<string>; gap: number; across: boolean }
  | { type: 'start' }
  | { type: 'sign'; signs: string };

const Order = z.object({
  kind: z.enum(['override', 'roleplay', 'extraction', 'task-switch', 'output-control', 'addressed-to-model']),
  strength: z.enum(['clear', 'doubtful']),
  /** `spoken`: not where a person other than the model is the one who does it. `imperative`: nor in a question. `role`: nor for a clinical role. */
  unless: z.enum(['spoken', 'imperative', 'role', '']),
  /**
   * Words in order: `@class` any word of the class, `a|b` either, `~3` at most three words of the same sentence between,
   * `≈9` the same across sentences, `^` at the start of a sentence, `"` a quotation mark follows, `:` a colon or dash
   * follows, `,` any sign.
   */
  words: z.string(),
});
type Order = z.infer<typeof Order>;

interface OrderPattern extends Order {
  steps: readonly Step[];
}

/** A clinical role may stand a few words on: "a very experienced heart doctor". */
const ROLE_WINDOW = 7;
const SUBJECT_WINDOW = 4;
const OWNER_WINDOW = 3;
const QUOTES = '"\'“”«`';
const COLONS = ':-–—';
const ANY_SIGN = `${COLONS},;.!?`;
/** What in these words is a prompt injection, by what is done to what. */
export function matchOrders(given: readonly SpokenWord[]): InjectionFinding[] {
  const { byWord } = lexicon();
  const words = joinPhrases(given);
  const findings: InjectionFinding[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    for (const pattern of (word && byWord.get(word.text)) ?? []) {
      const end = matchFrom(words, i, pattern.steps, 0, undefined);
      const last = end === null ? undefined : words[end];
      if (!word || end === null || !last || isExcused(pattern, words, i, end)) continue;
      const { kind, strength } = pattern;
      findings.push({ category: 'prompt', kind, strength, start: word.start, end: last.end });
    }
  }
  return findings;
}

/** The place of the last word matched, or null. Gaps are a few words, so trying all is cheap. */
function matchFrom(
  words: readonly SpokenWord[],
  at: number,
  steps: readonly Step[],
  step: number,
  last: SpokenWord | undefined,
): number | null {
  const wanted = steps[step];
  if (!wanted) return at - 1;
  const word = words[at];
  if (wanted.type === 'start') {
    const before = words[at - 1];
    const starts = word && (!before || before.sentence !== word.sentence);
    return starts ? matchFrom(words, at, steps, step + 1, last) : null;
  }
  if (wanted.type === 'sign') {
    const sign = last?.sign ?? '';
    return sign !== '' && wanted.signs.includes(sign) ? matchFrom(words, at, steps, step + 1, last) : null;
  }
  for (let next = at; next <= at + wanted.gap; next++) {
    const candidate = words[next];
    if (!candidate) return null;
    if (last && !wanted.across && candidate.sentence !== last.sentence) return null;
    if (!wanted.words.has(candidate.text)) continue;
    const end = matchFrom(words, next + 1, steps, step + 1, candidate);
    if (end !== null) return end;
  }
  return null;
}

/** Somebody else does it, or it is asked about: "should I ignore", "which genes act as". */
function isExcused({ unless }: OrderPattern, words: readonly SpokenWord[], at: number, end: number): boolean {
  if (unless === '') return false;
  const { classes } = lexicon();
  if (unless === 'role') {
    const ahead = words.slice(at, at + ROLE_WINDOW);
    return ahead.some(
      ({ text }) => classes.get('no_persona')?.has(text) || /^\d/.test(text) || text.endsWith('ologist'),
    );
  }
  const sentence = words[at]?.sentence;
  const around = words.slice(at, end + 1 + OWNER_WINDOW);
  if (around.some((word) => word.sentence === sentence && classes.get('owner')?.has(word.text))) return true;
  for (let i = at - 1; i >= Math.max(0, at - SUBJECT_WINDOW); i--) {
    const word = words[i];
    if (!word || word.sentence !== sentence || word.sign === ':') return false;
    if (classes.get('you')?.has(word.text)) return false;
    if (classes.get('person')?.has(word.text)) return true;
    if (unless === 'imperative' && classes.get('question_word')?.has(word.text)) return true;
  }
  return false;
}

/** "bo", "qua" → "bo_qua" wherever a class holds the phrase. The longest wins. */
function joinPhrases(words: readonly SpokenWord[]): SpokenWord[] {
  const joined: SpokenWord[] = [];
  const { phrases } = lexicon();
  for (let i = 0; i < words.length; ) {
    const word = words[i];
    if (!word) break;
    const phrase = phrases
      .get(word.text)
      ?.find((parts) =>
        parts.every((part, k) => words[i + k]?.text === part && words[i + k]?.sentence === word.sentence),
      );
    const last = phrase && words[i + phrase.length - 1];
    joined.push(last ? { ...word, text: phrase.join('_'), end: last.end, sign: last.sign } : word);
    i += phrase?.length ?? 1;
  }
  return joined;
}

/** Word classes, the orders made of them by the first word they may begin with, and phrases to be read as one word. */
const lexicon = once(() => {
  const classes = new Map<string, Set<string>>();
  for (const { class: name, words } of readLexicon('gates/injection-words', ['class', 'words'])) {
    classes.set(name, new Set([...(classes.get(name) ?? []), ...words.split(' ')]));
  }
  const patterns = readLexicon('gates/injection-orders', ['kind', 'strength', 'unless', 'words']).map((row) =>
    compile(Order.parse(row), classes),
  );
  return { classes, byWord: patternsByWord(patterns), phrases: phrasesByFirstWord(classes, patterns) };
});

type Classes = ReadonlyMap<string, ReadonlySet<string>>;

function compile(order: Order, classes: Classes): OrderPattern {
  const steps: Step[] = [];
  let gap = 0;
  let across = false;
  for (const part of order.words.split(' ')) {
    if (/^[~≈]\d+$/u.test(part)) {
      gap = Number(part.slice(1));
      across = part.startsWith('≈');
    } else if (part === '^') steps.push({ type: 'start' });
    else if (part === ':') steps.push({ type: 'sign', signs: COLONS });
    else if (part === ',') steps.push({ type: 'sign', signs: ANY_SIGN });
    else if (part === '"') steps.push({ type: 'sign', signs: QUOTES });
    else {
      steps.push({ type: 'words', words: wordSet(part, classes), gap, across });
      gap = 0;
      across = false;
    }
  }
  return { ...order, steps };
}

function wordSet(part: string, classes: Classes): Set<string> {
  const wordsOfClass = (name: string) => {
    const words = classes.get(name);
    if (!words) throw new Error(`injection-words.tsv has no class ${name}`);
    return [...words];
  };
  return new Set(
    part.split('|').flatMap((name) => (name.startsWith('@') ? wordsOfClass(name.slice(1)) : [name])),
  );
}

function patternsByWord(patterns: readonly OrderPattern[]): ReadonlyMap<string, OrderPattern[]> {
  const byWord = new Map<string, OrderPattern[]>();
  for (const pattern of patterns) {
    const first = pattern.steps.find((step) => step.type === 'words');
    for (const word of first?.type === 'words' ? first.words : []) {
      byWord.set(word, [...(byWord.get(word) ?? []), pattern]);
    }
  }
  return byWord;
}

/** "bo_qua" by "bo", the longest first. */
function phrasesByFirstWord(classes: Classes, patterns: readonly OrderPattern[]) {
  const spelt = [...classes.values()].flatMap((words) => [...words]);
  spelt.push(...patterns.flatMap(({ words }) => words.split(/[ |]/u)));
  const byFirst = new Map<string, string[][]>();
  for (const phrase of new Set(spelt.filter((word) => word.includes('_') && !word.startsWith('@')))) {
    const parts = phrase.split('_');
    const first = parts[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.length - a.length);
  return byFirst;
}
