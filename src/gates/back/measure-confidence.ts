import type { Citation } from '../../domain/answer.ts';
import { EVIDENCE_WEIGHTS } from '../../domain/evidence-level.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { answerChance } from '../../domain/passage.ts';
import { contentWords, shareOf } from '../../language/claim-words.ts';

/** What is known about an answer without asking a model; each within 0 and 1. */
export interface ConfidenceSignals {
  /** How well the best cited source fits the question. */
  relevance: number;
  /** How far it is ahead of the next document. */
  margin: number;
  /** How many other documents say what the first citation says, two or more being 1. */
  agreement: number;
  /** Share of the question's words that the quotes or their titles speak of. */
  coverage: number;
  /** Share of the claims that hold; a weak one is half of one. */
  held: number;
  /** Mean weight of the cited sources' kinds of evidence. */
  evidence: number;
  /** How likely what is cited answers, where our own ranker has read it. */
  chance: number | null;
}

/** Words that another document must share with a quote to be saying the same. */
const SAYS_THE_SAME_FROM = 0.45;

export function measureSignals(measured: {
  question: string;
  evidence: readonly RankedPassage[];
  cited: readonly RankedPassage[];
  citations: readonly Citation[];
  claims: number;
}): ConfidenceSignals {
  const { question, evidence, cited, claims } = measured;
  const holding = measured.citations.filter(({ support }) => support !== 'unsupported');
  const supported = holding.filter(({ support }) => support === 'supported').length;
  const first = holding[0];
  const fits = [...new Set(holding.map(({ source_index }) => source_index))]
    .flatMap((index) => cited[index - 1] ?? [])
    .sort((a, b) => b.scores.relevance - a.scores.relevance);
  const best = fits[0];
  const others = evidence.filter(({ document_id }) => document_id !== best?.document_id);
  const next = Math.max(0, ...others.map(({ scores }) => scores.relevance));
  const spoken = contentWords([...holding.map(({ quote }) => quote), ...fits.map(titleOf)].join(' '));
  return {
    relevance: best?.scores.relevance ?? 0,
    margin: Math.max(0, (best?.scores.relevance ?? 0) - next),
    agreement: first ? agreementOn(first.quote, cited[first.source_index - 1], evidence) : 0,
    coverage: shareOf(contentWords(question), spoken),
    held: claims === 0 ? 0 : (supported + (holding.length - supported) / 2) / claims,
    evidence: meanOf(fits.map(({ document }) => EVIDENCE_WEIGHTS[document.evidence_level])),
    chance: answerChance(cited.length > 0 ? cited : evidence),
  };
}

function agreementOn(
  quote: string,
  source: RankedPassage | undefined,
  evidence: readonly RankedPassage[],
): number {
  const words = contentWords(quote);
  const agreeing = evidence.filter(
    ({ document_id, text }) =>
      document_id !== source?.document_id && shareOf(words, contentWords(text)) >= SAYS_THE_SAME_FROM,
  );
  return Math.min(1, new Set(agreeing.map(({ document_id }) => document_id)).size / 2);
}

function titleOf({ document }: RankedPassage): string {
  return document.title;
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The signals that the calibration weighs, in the order of the weights. */
export const CALIBRATED_SIGNALS = ['relevance', 'margin', 'agreement', 'coverage', 'evidence'] as const;

/**
 * Fitted on questions with judged sources, without a model: `npx tsx evals/gates/confidence.ts` prints the weights anew
 * (`fitted`) and how far off these are. A weight of 0 is a signal that told nothing there.
 */
const CONSTANT = -3.17;
const WEIGHTS: Readonly<Record<(typeof CALIBRATED_SIGNALS)[number], number>> = {
  relevance: 3.22,
  margin: 1.56,
  agreement: 0,
  coverage: 0.38,
  evidence: 1.78,
};

/** Nothing read from a text is certain. */
const MAX_CONFIDENCE = 0.95;

/** How often answers with such signals rest on sources that speak of the question; never a model's own word. */
export function calibrateConfidence(signals: ConfidenceSignals): number {
  const sum = CALIBRATED_SIGNALS.reduce((so, name) => so + WEIGHTS[name] * signals[name], CONSTANT);
  const chance = signals.chance ?? 1 / (1 + Math.exp(-sum));
  // What did not hold was not in those answers: it counts in full.
  const confidence = signals.held * chance;
  return Math.round(Math.min(MAX_CONFIDENCE, confidence) * 100) / 100;
}
