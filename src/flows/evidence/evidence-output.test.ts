import { describe, expect, it } from 'vitest';
import type { Answer } from '../../domain/answer.ts';
import { evidenceOutput } from './output.ts';

describe('evidenceOutput', () => {
  it("gives the flow's own result from the envelope", () => {
    const citation = { text: 'A.', start_pos: 0, end_pos: 2, source_index: 1 };
    const shown = {
      title: 'T',
      url: null,
      pmid: '1',
      year: 2020,
      journal: 'J',
      evidence_level: 'rct' as const,
    };
    const answer: Omit<Answer, 'output'> = {
      id: 'r',
      conversation_id: 'c',
      flow: 'evidence',
      route: null,
      language: 'en',
      message: 'A. [1]',
      sources: [
        {
          ...shown,
          index: 1,
          passage_id: 'p',
          document_id: 'd',
          source_type: 'pubmed',
          scope: 'public',
          created_at: '',
          relevance_score: 0.5,
          page: 3,
          heading_path: ['Phần 1'],
          summary_of: null,
          fictional: false,
          text: 'A.',
        },
      ],
      citations: [{ ...citation, quote: 'A.', quote_start: 0, quote_end: 2, support: 'supported' }],
      confidence: 0.5,
      confidence_level: 'medium',
      follow_up_questions: [],
      disclaimer: '',
      emergency: null,
      abstained: null,
      degraded: null,
      hallucination_flagged: false,
      redactions: { input: {}, output: {} },
      steps: [],
      usage: { llm_calls: 1, input_tokens: 10, output_tokens: 5, model: 'm' },
      created_at: '2026-01-01T00:00:00.000Z',
    };
    expect(evidenceOutput(answer)).toEqual({
      message: 'A. [1]',
      conversation_id: 'c',
      sources: [shown],
      citations: [citation],
      model: 'm',
      tokens_used: 15,
      created_at: '2026-01-01T00:00:00.000Z',
    });
  });
});
