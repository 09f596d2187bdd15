import { z } from 'zod';
import { defineNode } from '../../engine/define-node.ts';
import { synthesizeAnswerTask } from './synthesize-answer.task.ts';
import { SynthesisReads, synthesisInput } from './synthesize-answer.ts';

/** Answers with the sources' own sentences, once, after a model's answer turned out to rest on none of them. */
export function quoteSources() {
  return defineNode({
    step: 'quote',
    reads: SynthesisReads.extend({ quoted: z.boolean().default(false) }),
    outcomes: ['quoted', 'nothing-to-quote'],

    run({ quoted, ...state }, { emit }) {
      // Quotes that did not hold would not hold a second time either.
      if (quoted) return { outcome: 'nothing-to-quote' as const };
      const data = { topic: 'task-degraded', task: synthesizeAnswerTask.name, reason: 'invalid-output' };
      emit({ type: 'note', data });
      emit({ type: 'note', data: { topic: 'stream-void', task: synthesizeAnswerTask.name } });
      const draft = synthesizeAnswerTask.twin(synthesisInput(state));
      return draft === ''
        ? { outcome: 'nothing-to-quote' as const }
        : { outcome: 'quoted' as const, writes: { draft, quoted: true, closing: '' } };
    },
  });
}
