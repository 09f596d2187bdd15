import type { Answer } from '../../domain/answer.ts';

/** The evidence flow's own result (message, sources, citations, model, tokens), from the envelope. */
export function evidenceOutput(answer: Omit<Answer, 'output'>): Answer['output'] {
  const { message, sources, citations, conversation_id, usage, created_at } = answer;
  return {
    message,
    conversation_id,
    sources: sources.map(({ title, url, pmid, year, journal, evidence_level }) => ({
      title,
      url,
      pmid,
      year,
      journal,
      evidence_level,
    })),
    citations: citations.map(({ text, source_index, start_pos, end_pos }) => ({
      text,
      source_index,
      start_pos,
      end_pos,
    })),
    model: usage.model,
    tokens_used: usage.input_tokens + usage.output_tokens,
    created_at,
  };
}
