import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { Expansion, RankedPassage, TermWeight } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { Intent } from './classify-intent.ts';
import { generateAnswerTask } from './generate-answer.task.ts';

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteEvidence() {
  return defineNode({
    step: 'quote',
    reads: z.object({
      search_query: z.string(),
      language: Language,
      intent: Intent,
      evidence: z.array(RankedPassage),
      query_terms: z.array(TermWeight),
      expansions: z.array(Expansion),
      quoted: z.boolean().default(false),
    }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ quoted, search_query, ...input }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted) return { outcome: 'nothing-to-quote' as const };
      const data = { topic: 'task-degraded', task: generateAnswerTask.name, reason: 'invalid-output' };
      emit({ type: 'note', data });
      emit({ type: 'note', data: { topic: 'stream-void', task: generateAnswerTask.name } });
      const draft = generateAnswerTask.twin({
        ...input,
        question: search_query,
        surroundings: [],
        history: [],
        about_a_person: false,
      });
      return draft === ''
        ? { outcome: 'nothing-to-quote' as const }
        : { outcome: 'quoted' as const, writes: { draft, quoted: true } };
    },
  });
}
