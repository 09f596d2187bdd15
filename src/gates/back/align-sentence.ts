import type { Support } from '../../domain/answer.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { contentWords, shareOf, splitWords } from '../../language/claim-words.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { once } from '../../language/read-lexicon.ts';
import { type Span, splitProse } from '../../language/sentences.ts';
import { withoutOrders } from '../front/injection/detect-injection.ts';
import { carries, type HardFacts, hardFactsOf, readPopulations, type Surroundings } from './hard-facts.ts';

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
  return isGarbled(closest, best.overlap) ? { ...best, support: 'unsupported' } : best;
}

/** Whether a claim turns round the sentence it is closest to, so that a looser one may not carry it. */
export function isGarbled(closest: number, supporting: number): boolean {
  return closest >= GARBLED_FROM && closest >= supporting + GARBLED_LEAD;
}

/** Whether a claim draws on both of two neighbouring sentences. */
export function needsBoth(
  words: ReadonlySet<string>,
  [one, other]: readonly [EvidenceSentence, EvidenceSentence],
) {
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

/** A sentence of the evidence, or two neighbouring ones, with its place in the document's text. */
export interface EvidenceSentence {
  source_index: number;
  quote: string;
  quote_start: number;
  quote_end: number;
  words: ReadonlySet<string>;
  facts(): HardFacts;
  around(): Surroundings;
  /** It with what stands right before and after it and brings words of a claim that it lacks: "it" is said after a name. */
  windowFor(claim: ReadonlySet<string>): string;
  /** The two sentences that this one is made of. */
  parts?: readonly [EvidenceSentence, EvidenceSentence];
}

/** What the support model reads of a source. */
const WINDOW_WORDS = 110;

/** Every sentence of the evidence, and every two neighbours, ready to be compared with claims. */
export function evidenceSentences(evidence: readonly RankedPassage[]): EvidenceSentence[] {
  return evidence.flatMap((passage, position) => {
    const around = once(() => surroundingsOf(passage));
    // A sentence that gives orders to a model is no evidence: nothing may rest on it.
    const spans = withoutOrders(passage.text, splitProse(passage.text, passage.document.language));
    const quoteAt = (start: number, end: number) => {
      const quote = passage.text.slice(start, end);
      return {
        source_index: position + 1,
        quote,
        quote_start: passage.start + start,
        quote_end: passage.start + end,
        facts: once(() => hardFactsOf(quote)),
        around,
      };
    };
    const single = spans.map(({ start, end, text }, i) => ({
      ...quoteAt(start, end),
      words: contentWords(text),
      windowFor: (claim: ReadonlySet<string>) => windowFor(claim, passage.text, spans, i),
    }));
    const pairs = spans.flatMap((span, i): EvidenceSentence[] => {
      const [one, other, next] = [single[i], single[i + 1], spans[i + 1]];
      if (!one || !other || !next || !areNeighbours(passage.text, span, next)) return [];
      const words = new Set([...one.words, ...other.words]);
      const both = quoteAt(span.start, next.end);
      return [{ ...both, words, windowFor: () => both.quote, parts: [one, other] }];
    });
    return [...single, ...pairs];
  });
}

/** A model reads a sentence best alone: a neighbour goes with it only where it is needed, and as far as the model reads. */
function windowFor(claim: ReadonlySet<string>, text: string, spans: readonly Span[], at: number): string {
  const [before, own, after] = [spans[at - 1], spans[at], spans[at + 1]];
  if (!own) return '';
  const words = contentWords(own.text);
  const lacking = new Set([...claim].filter((word) => !words.has(word)));
  const brings = (span: Span) => shareOf(lacking, contentWords(span.text)) > 0;
  const start = before && areNeighbours(text, before, own) && brings(before) ? before.start : own.start;
  const end = after && areNeighbours(text, own, after) && brings(after) ? after.end : own.end;
  const windows = [text.slice(start, end), text.slice(start, own.end)];
  return windows.find((window) => window.split(/\s+/u).length <= WINDOW_WORDS) ?? own.text;
}

function surroundingsOf({ document, text }: RankedPassage): Surroundings {
  return {
    drugs: drugNamesIn(document.title),
    populations: readPopulations(splitWords(`${document.title}. ${text}`)),
  };
}

/** Two sentences with a heading or a list mark between them are not one quote. */
function areNeighbours(text: string, one: Span, next: Span): boolean {
  return text.slice(one.end, next.start).trim() === '';
}
