import { z } from 'zod';
import { AskRequest } from '../../domain/ask.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { enhanceQueryTask } from './enhance-query.task.ts';

/** Puts the question into words that medical literature uses. */
export function enhanceQuery({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'enhance',
    reads: z.object({
      request: AskRequest,
      question: z.string(),
      language: Language,
      input_redactions: z.record(z.string(), z.number()),
    }),
    outcomes: ['enhanced'],

    async run({ request, question, language, input_redactions }, context) {
      const about_a_person = request.patient_id !== null || Object.keys(input_redactions).length > 0;
      const { output, by } = await gateway.run(
        enhanceQueryTask,
        { question, language, about_a_person },
        context,
      );
      // A model's rewrite only adds to the asker's own words: what it leaves out is still searched for.
      const table = expandQuery(question, language);
      const byModel =
        by === 'twin' ? [] : [{ phrase: '', alternatives: [output.query, ...output.expansions] }];
      const expansions = [...table.expansions, ...byModel];
      return { outcome: 'enhanced' as const, writes: { search_query: table.query, expansions } };
    },
  });
}
