import type { DeskReport } from './measure.ts';

/** Shares that must be reached; of false conflicts, the most there may be. */
export const FLOORS: Readonly<Record<keyof DeskReport, number>> = {
  routing: 0.85,
  conflicts_detected: 0.85,
  right_winner: 0.9,
  false_conflicts: 0.05,
  across_languages: 0.75,
  false_across_languages: 0.1,
  /** Of the held part: formulas, counts at a rate and differences alone are worked out. */
  arithmetic: 0.3,
};
