import type { Answer } from '../../domain/answer.ts';
import type { ResearchState } from './flow.ts';

/** The research flow's own result: the answer, how sure it is, what it rests on, and every step with its counts. */
export function researchOutput(
  { message, confidence }: Omit<Answer, 'output'>,
  state: Partial<ResearchState>,
): Answer['output'] {
  const { evidence = [], serves = [], research_steps = [], unverified = false } = state;
  return {
    answer: message,
    confidence,
    chunks: evidence.map(({ id, document_id, text, document, scores }, i) => ({
      id,
      document_id,
      title: document.title,
      text,
      score: scores.rerank ?? scores.final,
      sub_queries: serves[i] ?? [],
    })),
    steps: research_steps,
    // Only where it is so: nobody has looked whether the answer is complete.
    ...(unverified ? { unverified } : {}),
  };
}
