import type { Support } from '../domain/answer.ts';
import { contentWords, shareOf } from './content-words.ts';
import type { EvidenceSentence } from './evidence-sentences.ts';
import { carries, type HardFacts, hardFactsOf } from './hard-facts.ts';

export interface Alignment {
  sentence: EvidenceSentence;
  support: Support;
  overlap: number;
}

/** Share of a claim's words that its quote must hold. */
const SUPPORTED_FROM = 0.7;
const WEAK_FROM = 0.45;
/** What a model's own marker is worth when two quotes fit nearly as well. */
const HINT_BONUS = 0.05;
/** What it is worth that a quote says little else: of two that hold the claim, the tighter one is shown. */
const TIGHTNESS_BONUS = 0.02;
/** A quote that supports the claim comes before any that is only more alike: tables of levels differ by a number. */
const STRENGTH: Readonly<Record<Support, number>> = { supported: 4, weak: 2, unsupported: 0 };
/** Words that each of two sentences must bring to a claim which rests on both: a wrong number is often the neighbour's. */
const MIN_BROUGHT = 3;
const CONJUNCTION = /, (?:and|và) /gu;
/** A sentence this much more alike than the supporting one, and at odds with the claim, is the one that it garbles. */
const GARBLED_LEAD = 0.15;
const GARBLED_FROM = 0.7;

/** The quote that carries a claim best, and how well. Null when nothing comes near. */
export function alignSentence(
  claim: string,
  sentences: readonly EvidenceSentence[],
  hints: readonly number[],
): Alignment | null {
  const words = contentWords(claim);
  if (words.size === 0) return null;
  const facts = hardFactsOf(claim);
  const halves = halvesOf(claim);
  let best: (Alignment & { score: number }) | null = null;
  let closest = 0;
  for (const sentence of sentences) {
    const overlap = shareOf(words, sentence.words);
    const isJoined = sentence.parts !== undefined && joins(halves, sentence.parts);
    if (overlap === 0 || (sentence.parts && !isJoined && !needsBoth(words, sentence.parts))) continue;
    const support = isJoined ? 'supported' : supportOf(facts, sentence, overlap);
    if (support === 'unsupported' && !sentence.parts) closest = Math.max(closest, overlap);
    const hint = hints.includes(sentence.source_index) ? HINT_BONUS : 0;
    const score = STRENGTH[support] + overlap + hint + TIGHTNESS_BONUS * shareOf(sentence.words, words);
    if (best === null || score > best.score) best = { sentence, overlap, support, score };
  }
  if (best === null) return null;
  const isGarbled = closest >= GARBLED_FROM && closest >= best.overlap + GARBLED_LEAD;
  return isGarbled ? { ...best, support: 'unsupported' } : best;
}

function needsBoth(words: ReadonlySet<string>, [one, other]: readonly [EvidenceSentence, EvidenceSentence]) {
  const brought = (from: EvidenceSentence, beside: EvidenceSentence) =>
    [...words].filter((word) => from.words.has(word) && !beside.words.has(word)).length;
  return brought(one, other) >= MIN_BROUGHT && brought(other, one) >= MIN_BROUGHT;
}

interface Half {
  words: ReadonlySet<string>;
  facts: HardFacts;
}

/** A claim parted at each of its "and"s. */
function halvesOf(claim: string): (readonly [Half, Half])[] {
  return [...claim.matchAll(CONJUNCTION)].map(({ 0: conjunction, index }) => [
    halfOf(claim.slice(0, index)),
    halfOf(claim.slice(index + conjunction.length)),
  ]);
}

function halfOf(text: string): Half {
  return { words: contentWords(text), facts: hardFactsOf(text) };
}

/** Whether a claim says what two sentences say, one after the other: however alike they are, each half has its own. */
function joins(
  halves: readonly (readonly [Half, Half])[],
  [one, other]: readonly [EvidenceSentence, EvidenceSentence],
): boolean {
  const says = (sentence: EvidenceSentence, { words, facts }: Half) =>
    words.size >= MIN_BROUGHT && supportOf(facts, sentence, shareOf(words, sentence.words)) === 'supported';
  return halves.some(([left, right]) => says(one, left) && says(other, right));
}

/** A number, unit, drug, denial, direction or population that the quote does not carry is never supported, however alike the words are. */
function supportOf(claim: HardFacts, sentence: EvidenceSentence, overlap: number): Support {
  if (overlap < WEAK_FROM || !carries(sentence.facts(), claim, sentence.around())) return 'unsupported';
  return overlap >= SUPPORTED_FROM ? 'supported' : 'weak';
}
