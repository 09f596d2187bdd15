import { z } from 'zod';
import { Abstention } from '../../domain/answer.ts';
import { Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { BackGate } from '../../guardrails/back-gate.port.ts';

/** Ties every sentence of the draft to its source's words and drops what rests on nothing. */
export function backGate({ backGate: gate }: { backGate: BackGate }) {
  return defineNode({
    step: 'verify',
    reads: z.object({
      question: z.string(),
      draft: z.string(),
      evidence: z.array(RankedPassage).default([]),
      language: Language,
      abstained: Abstention.optional(),
    }),
    outcomes: ['done', 'unsupported'],

    run({ question, draft, evidence, language, abstained }, { emit }) {
      if (abstained) return { outcome: 'done' as const, writes: { ...NOTHING_CLAIMED, message: draft } };
      const verdict = gate.check({ question, draft, evidence, language });
      if (verdict.dropped.length > 0) {
        // What was streamed held more than the answer will.
        emit({ type: 'note', data: { topic: 'stream-void', task: 'verify' } });
        emit({ type: 'note', data: { topic: 'unsupported-dropped', sentences: verdict.dropped } });
      }
      const writes = {
        message: verdict.message,
        citations: verdict.citations,
        cited: verdict.cited,
        confidence: verdict.confidence,
        confidence_level: verdict.confidence_level,
        hallucination_flagged: verdict.hallucination_flagged,
        output_redactions: verdict.redactions,
      };
      const holds = verdict.citations.some(({ support }) => support !== 'unsupported');
      return holds ? { outcome: 'done' as const, writes } : { outcome: 'unsupported' as const, writes };
    },
  });
}

const NOTHING_CLAIMED = {
  citations: [],
  cited: [],
  confidence: 0,
  confidence_level: 'low' as const,
  hallucination_flagged: false,
  output_redactions: {},
};
