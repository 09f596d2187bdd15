import { z } from 'zod';
import { AskRequest } from '../../domain/ask.ts';
import { defineNode } from '../../engine/define-node.ts';

/** Whether an image came with the request. */
export function detectImage() {
  return defineNode({
    step: 'image',
    reads: z.object({ request: AskRequest }),
    outcomes: ['detected'],

    run({ request }) {
      return { outcome: 'detected' as const, writes: { image_present: request.image !== null } };
    },
  });
}
