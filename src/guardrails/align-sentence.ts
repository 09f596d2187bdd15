import type { Support } from '../domain/answer.ts';
import { drugNamesIn } from '../domain/drug-names.ts';
import type { RankedPassage } from '../domain/passage.ts';
import { splitProse } from '../domain/sentences.ts';
import { carries, type HardFacts, hardFactsOf } from './hard-facts.ts';
import { withoutOrders } from './screen-untrusted.ts';

/** A sentence of the evidence, with its place in the document's text. */
export interface EvidenceSentence {
  source_index: number;
  quote: string;
  quote_start: number;
  quote_end: number;
  words: ReadonlySet<string>;
  facts: HardFacts;
  /** Drugs that the document's title names: its sentences may leave them unsaid. */
  titleDrugs: readonly string[];
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
  return evidence.flatMap((passage, position) => {
    const titleDrugs = drugNamesIn(passage.document.title);
    const spans = splitProse(passage.text, passage.document.language);
    // A sentence that gives orders to a model is no evidence: nothing may rest on it.
    return withoutOrders(passage.text, spans).map((span) => ({
      source_index: position + 1,
      quote: span.text,
      quote_start: passage.start + span.start,
      quote_end: passage.start + span.end,
      words: contentWords(span.text),
      facts: hardFactsOf(span.text),
      titleDrugs,
    }));
  });
}

/** The quote that carries a claim best, and how well. Null when nothing comes near. */
export function alignSentence(
  claim: string,
  sentences: readonly EvidenceSentence[],
  hints: readonly number[],
): Alignment | null {
  const words = contentWords(claim);
  if (words.size === 0) return null;
  const facts = hardFactsOf(claim);
  let best: (Alignment & { score: number }) | null = null;
  for (const sentence of sentences) {
    const overlap = shareOf(words, sentence.words);
    if (overlap === 0) continue;
    const support = supportOf(facts, sentence, overlap);
    const hint = hints.includes(sentence.source_index) ? HINT_BONUS : 0;
    const score = STRENGTH[support] + overlap + hint + TIGHTNESS_BONUS * shareOf(sentence.words, words);
    if (best === null || score > best.score) best = { sentence, overlap, support, score };
  }
  return best;
}

/** A number, unit, drug or denial that the quote does not carry is never supported, however alike the words are. */
function supportOf(claim: HardFacts, sentence: EvidenceSentence, overlap: number): Support {
  const contradicts = !carries(sentence.facts, claim, sentence.titleDrugs);
  if (contradicts || overlap < WEAK_FROM) return 'unsupported';
  return overlap >= SUPPORTED_FROM ? 'supported' : 'weak';
}

function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of words) if (others.has(word)) shared += 1;
  return words.size === 0 ? 0 : shared / words.size;
}

/** Content words, cut to their first letters so that inflections meet. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 2).map((word) => word.slice(0, 6)));
}
