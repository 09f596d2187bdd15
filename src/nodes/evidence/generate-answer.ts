import { z } from 'zod';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { RankedPassage, TermWeight } from '../../domain/passage.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { Intent } from './classify-intent.ts';
import { INSUFFICIENT } from './generate-answer.prompt.ts';
import { generateAnswerTask } from './generate-answer.task.ts';

/** Writes the answer from the evidence. What it claims is checked by the back gate, not here. */
export function generateAnswer({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'generate',
    reads: z.object({
      request: AskRequest,
      question: z.string(),
      language: Language,
      intent: Intent,
      evidence: z.array(RankedPassage),
      query_terms: z.array(TermWeight),
      history: z.array(Message),
      input_redactions: z.record(z.string(), z.number()),
    }),
    outcomes: ['answered', 'insufficient'],

    async run({ request, input_redactions, ...input }, context) {
      const about_a_person = request.patient_id !== null || Object.keys(input_redactions).length > 0;
      const { output } = await gateway.run(generateAnswerTask, { ...input, about_a_person }, context);
      const draft = output.trim();
      return isInsufficient(draft)
        ? { outcome: 'insufficient' as const, writes: { draft } }
        : { outcome: 'answered' as const, writes: { draft } };
    },
  });
}

/** A model says so in a word; the twin has no sentence to give. */
function isInsufficient(draft: string): boolean {
  return draft === '' || draft.replace(/[^\p{L}]/gu, '').toUpperCase() === INSUFFICIENT;
}
