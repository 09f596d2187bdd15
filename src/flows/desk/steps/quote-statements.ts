import { z } from 'zod';
import { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { composeAnswerTask } from './format-final.ts';

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteStatements() {
  return defineNode({
    step: 'quote',
    reads: z.object({
      question: z.string(),
      language: Language,
      statements: z.array(z.object({ text: z.string(), source: z.number() })).default([]),
      quoted: z.boolean().default(false),
    }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ question, language, statements, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted || statements.length === 0) return { outcome: 'nothing-to-quote' as const };
      const { name } = composeAnswerTask;
      emit({ type: 'note', data: { topic: 'task-degraded', task: name, reason: 'invalid-output' } });
      emit({ type: 'note', data: { topic: 'stream-void', task: name } });
      const draft = composeAnswerTask.twin({ question, language, statements, about_a_person: false });
      return { outcome: 'quoted' as const, writes: { draft, quoted: true } };
    },
  });
}
