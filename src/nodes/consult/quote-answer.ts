import { z } from 'zod';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { composeAnswerTask } from './compose-answer.task.ts';
import { quotePairs } from './quote-pairs.ts';

/** Answers with the pairs' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteAnswer() {
  return defineNode({
    step: 'quote',
    reads: z.object({ evidence: z.array(RankedPassage), quoted: z.boolean().default(false) }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ evidence, quoted }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      const draft = quoted ? '' : quotePairs(evidence);
      if (draft === '') return { outcome: 'nothing-to-quote' as const };
      const task = composeAnswerTask.name;
      emit({ type: 'note', data: { topic: 'task-degraded', task, reason: 'invalid-output' } });
      emit({ type: 'note', data: { topic: 'stream-void', task } });
      return { outcome: 'quoted' as const, writes: { draft, quoted: true } };
    },
  });
}
