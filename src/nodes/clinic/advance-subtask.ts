import { z } from 'zod';
import { WriteCall } from '../../domain/approval.ts';
import { defineNode } from '../../engine/define-node.ts';
import { LoopPosition, Subtask } from './clinic-state.ts';

/** Goes on to the next subtask with fresh counters; after the last, what is to be written is proposed. */
export function advanceSubtask() {
  return defineNode({
    step: 'advance',
    reads: z.object({
      subtasks: z.array(Subtask),
      loop: LoopPosition,
      write_calls: z.array(WriteCall).default([]),
    }),
    outcomes: ['next', 'writes', 'done'],

    run({ subtasks, loop, write_calls }) {
      const index = loop.index + 1;
      const writes = { loop: { index, iterations: 0, calls: 0 } };
      if (index < subtasks.length) return { outcome: 'next' as const, writes };
      return write_calls.length > 0
        ? { outcome: 'writes' as const, writes }
        : { outcome: 'done' as const, writes };
    },
  });
}
