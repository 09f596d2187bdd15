import type { InjectionFinding } from './injection-finding.ts';
import { ORDER_PATTERNS } from './tables/injection-orders.ts';
import { PHRASE_PATTERNS, type PhrasePattern } from './tables/injection-phrases.ts';
import { NO_PERSONA, WORD_CLASSES } from './tables/injection-words.ts';
import type { Word } from './words-of.ts';

type Step =
  | { type: 'words'; words: ReadonlySet<string>; gap: number; across: boolean }
  | { type: 'start' }
  | { type: 'sign'; signs: string };

interface Pattern extends PhrasePattern {
  steps: readonly Step[];
}

/** A clinical role may stand a few words on: "a very experienced heart doctor". */
const ROLE_WINDOW = 7;
const SUBJECT_WINDOW = 4;
const OWNER_WINDOW = 3;
const QUOTES = '"\'“”«`';
const COLONS = ':-–—';
const ANY_SIGN = `${COLONS},;.!?`;
const SETS = new Map(
  Object.entries(WORD_CLASSES).map(([name, words]) => [name, new Set(words.split(' '))] as const),
);
const PATTERNS = [...PHRASE_PATTERNS, ...ORDER_PATTERNS];
const OWNERS = SETS.get('owner');
const PHRASES = phrasesByFirstWord();
const BY_WORD = patternsByWord();

/** What in these words is a prompt injection, by what is done to what. */
export function matchPhrases(given: readonly Word[]): InjectionFinding[] {
  const words = joinPhrases(given);
  const findings: InjectionFinding[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    for (const pattern of (word && BY_WORD.get(word.text)) ?? []) {
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
  words: readonly Word[],
  at: number,
  steps: readonly Step[],
  step: number,
  last: Word | undefined,
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
function isExcused({ unless }: PhrasePattern, words: readonly Word[], at: number, end: number): boolean {
  if (unless === undefined) return false;
  if (unless === 'role') {
    const ahead = words.slice(at, at + ROLE_WINDOW);
    return ahead.some(({ text }) => NO_PERSONA.has(text) || /^\d/.test(text) || text.endsWith('ologist'));
  }
  const sentence = words[at]?.sentence;
  const around = words.slice(at, end + 1 + OWNER_WINDOW);
  if (around.some((word) => word.sentence === sentence && OWNERS?.has(word.text))) return true;
  for (let i = at - 1; i >= Math.max(0, at - SUBJECT_WINDOW); i--) {
    const word = words[i];
    if (!word || word.sentence !== sentence || word.sign === ':') return false;
    if (SETS.get('you')?.has(word.text)) return false;
    if (SETS.get('person')?.has(word.text)) return true;
    if (unless === 'imperative' && SETS.get('question_word')?.has(word.text)) return true;
  }
  return false;
}

/** "bo", "qua" → "bo_qua" wherever a class holds the phrase. The longest wins. */
function joinPhrases(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let i = 0; i < words.length; ) {
    const word = words[i];
    if (!word) break;
    const phrase = PHRASES.get(word.text)?.find((parts) =>
      parts.every((part, k) => words[i + k]?.text === part && words[i + k]?.sentence === word.sentence),
    );
    const last = phrase && words[i + phrase.length - 1];
    joined.push(last ? { ...word, text: phrase.join('_'), end: last.end, sign: last.sign } : word);
    i += phrase?.length ?? 1;
  }
  return joined;
}

function compile(pattern: PhrasePattern): Pattern {
  const steps: Step[] = [];
  let gap = 0;
  let across = false;
  for (const part of pattern.words.split(' ')) {
    if (/^[~≈]\d+$/u.test(part)) {
      gap = Number(part.slice(1));
      across = part.startsWith('≈');
    } else if (part === '^') steps.push({ type: 'start' });
    else if (part === ':') steps.push({ type: 'sign', signs: COLONS });
    else if (part === ',') steps.push({ type: 'sign', signs: ANY_SIGN });
    else if (part === '"') steps.push({ type: 'sign', signs: QUOTES });
    else {
      steps.push({ type: 'words', words: wordSet(part), gap, across });
      gap = 0;
      across = false;
    }
  }
  return { ...pattern, steps };
}

function wordSet(part: string): Set<string> {
  return new Set(
    part.split('|').flatMap((name) => (name.startsWith('@') ? [...(SETS.get(name.slice(1)) ?? [])] : [name])),
  );
}

function patternsByWord(): Map<string, Pattern[]> {
  const byWord = new Map<string, Pattern[]>();
  for (const pattern of PATTERNS.map(compile)) {
    const first = pattern.steps.find((step) => step.type === 'words');
    for (const word of first?.type === 'words' ? first.words : []) {
      byWord.set(word, [...(byWord.get(word) ?? []), pattern]);
    }
  }
  return byWord;
}

function phrasesByFirstWord(): Map<string, string[][]> {
  const spelt = [...Object.values(WORD_CLASSES), ...PATTERNS.map(({ words }) => words)].flatMap((words) =>
    words.split(/[ |]/u).filter((word) => word.includes('_')),
  );
  const byFirst = new Map<string, string[][]>();
  for (const phrase of new Set(spelt)) {
    const parts = phrase.split('_');
    const first = parts[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), parts]);
  }
  for (const phrases of byFirst.values()) phrases.sort((a, b) => b.length - a.length);
  return byFirst;
}
