import type { QuestionType } from './question-type.ts';

/** How many model calls a turn may have made by the end of each of its tasks. */
export const CALLS = {
  classify: 1,
  decompose: 2,
  /** The first answer, and one more for every round. */
  synthesize: (type: QuestionType, round: number) => (type === 'SIMPLE' || round === 0 ? 3 : 4 + round),
  /** Only the first reflection, and never for a simple question: what the others would ask, the twin knows. */
  reflect: (type: QuestionType, round: number) => (type === 'SIMPLE' || round > 0 ? 0 : 4),
};
