import type { Support } from '../domain/answer.ts';
import type { RankedPassage } from '../domain/passage.ts';
import { splitProse } from '../domain/sentences.ts';

/** A sentence of the evidence, with its place in the document's text. */
export interface EvidenceSentence {
  source_index: number;
  quote: string;
  quote_start: number;
  quote_end: number;
  words: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
}

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

/** Every sentence of the evidence, ready to be compared with claims. */
export function evidenceSentences(evidence: readonly RankedPassage[]): EvidenceSentence[] {
  return evidence.flatMap((passage, position) =>
    splitProse(passage.text, passage.document.language).map((span) => ({
      source_index: position + 1,
      quote: span.text,
      quote_start: passage.start + span.start,
      quote_end: passage.start + span.end,
      words: wordsOf(span.text),
      numbers: numbersOf(span.text),
    })),
  );
}

/** The quote that carries a claim best, and how well. Null when nothing comes near. */
export function alignSentence(
  claim: string,
  sentences: readonly EvidenceSentence[],
  hints: readonly number[],
): Alignment | null {
  const words = wordsOf(claim);
  if (words.size === 0) return null;
  const numbers = numbersOf(claim);
  let best: (Alignment & { score: number }) | null = null;
  for (const sentence of sentences) {
    const overlap = shareOf(words, sentence.words);
    if (overlap === 0) continue;
    const support = supportOf(numbers, sentence, overlap);
    const hint = hints.includes(sentence.source_index) ? HINT_BONUS : 0;
    const score = STRENGTH[support] + overlap + hint + TIGHTNESS_BONUS * shareOf(sentence.words, words);
    if (best === null || score > best.score) best = { sentence, overlap, support, score };
  }
  return best;
}

/** A number the quote does not carry is never supported, however alike the words are. */
function supportOf(numbers: ReadonlySet<string>, sentence: EvidenceSentence, overlap: number): Support {
  const strayNumber = [...numbers].some((number) => !sentence.numbers.has(number));
  if (strayNumber || overlap < WEAK_FROM) return 'unsupported';
  return overlap >= SUPPORTED_FROM ? 'supported' : 'weak';
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return words.size === 0 ? 0 : shared / words.size;
}

/** Content words, cut to their first letters so that inflections meet. */
function wordsOf(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2).map((word) => word.slice(0, 6)));
}

function numbersOf(text: string): ReadonlySet<string> {
  return new Set((text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(',', '.')));
}
