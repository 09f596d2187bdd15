import type { ConfidenceSignals } from './measure-signals.ts';

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
  // What did not hold was not in those answers: it counts in full.
  const confidence = signals.held / (1 + Math.exp(-sum));
  return Math.round(Math.min(MAX_CONFIDENCE, confidence) * 100) / 100;
}
