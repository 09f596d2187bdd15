import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { resolveFollowUp } from '../shared/resolve-follow-up.ts';
import { enhanceQueryTask } from './enhance-query.task.ts';

/** Puts the question into words that medical literature uses. */
export function enhanceQuery({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'enhance',
    reads: z.object({
      question: z.string(),
      language: Language,
      about_a_person: z.boolean(),
      history: z.array(Message),
    }),
    outcomes: ['enhanced'],

    async run({ history, ...asked }, context) {
      const input = { ...asked, question: resolveFollowUp(asked.question, history).question };
      const { output, by } = await gateway.run(enhanceQueryTask, input, context);
      if (by === 'twin') {
        return {
          outcome: 'enhanced' as const,
          writes: { search_query: output.query, expansions: output.expansions },
        };
      }
      // A model's rewrite only adds to the asker's own words: what it leaves out is still searched for.
      const rules = enhanceQueryTask.twin(input);
      const rewrite = { phrase: '', alternatives: [output.query] };
      const expansions = [...rules.expansions, ...output.expansions, rewrite];
      return { outcome: 'enhanced' as const, writes: { search_query: rules.query, expansions } };
    },
  });
}
