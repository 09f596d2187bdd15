import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { Expansion } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { expandQuery } from '../../../language/search-terms/medical-terms.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Fence, Gateway, Prompt } from '../../../llm/gateway.port.ts';
import { resolveFollowUp } from '../../shared/resolve-follow-up.ts';
import { TurnState } from '../../shared/turn-state.ts';

const MAX_EXPANSIONS = 20;

export const enhanceQueryTask = defineTask({
  name: 'enhance-query',
  model: 'fast',
  input: z.object({ question: z.string(), language: Language, about_a_person: z.boolean() }),
  output: z.object({
    query: z.string().min(1).max(2_000),
    expansions: z.array(Expansion).max(MAX_EXPANSIONS),
  }),
  prompt: enhanceQueryPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 300,
  /** Answers when no model can: the question as it is, with abbreviations and synonyms by table. */
  twin: ({ question, language }) => ({ query: question, expansions: expandQuery(question, language) }),
});

/** Puts the question into words that medical literature uses. */
export function enhanceQuery({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'enhance',
    reads: TurnState.pick({ question: true, language: true, about_a_person: true, history: true }),
    outcomes: ['enhanced'],

    async run({ history, ...asked }, context) {
      const input = { ...asked, question: resolveFollowUp(asked.question, history).question };
      const { output, by } = await gateway.run(enhanceQueryTask, input, context);
      // A model's rewrite only adds to the asker's own words: what it leaves out is still searched for.
      const rules = enhanceQueryTask.twin(input);
      const rewrite = { phrase: '', alternatives: [output.query] };
      const added = by === 'twin' ? [] : [...output.expansions, rewrite];
      const writes = { search_query: rules.query, expansions: [...rules.expansions, ...added] };
      return { outcome: 'enhanced' as const, writes };
    },
  });
}

function enhanceQueryPrompt(input: { question: string; language: string }, fence: Fence): Prompt {
  return {
    system: [
      'You prepare a medical question for a literature search.',
      'query: the question in the words of medical literature, abbreviations written out, same language, nothing added that was not asked.',
      'expansions: up to six; phrase: words of the question, alternatives: other lay or clinical words for them, same language.',
      'Example: {"query":"…","expansions":[{"phrase":"heart attack","alternatives":["myocardial infarction"]}]}',
    ].join('\n'),
    user: `Language: ${input.language}\n${fence('question', input.question)}`,
  };
}
