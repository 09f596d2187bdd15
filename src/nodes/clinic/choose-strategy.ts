import { z } from 'zod';
import { defineNode } from '../../engine/define-node.ts';
import { CallReport, LoopPosition, MAX_ITERATIONS, PlannedCall, TimelineStep } from './clinic-state.ts';

/** Chooses what to do about a call that failed: the same again, in other words, or on without it. */
export function chooseStrategy() {
  return defineNode({
    step: 'error-strategy',
    reads: z.object({
      call: PlannedCall,
      reports: z.array(CallReport),
      loop: LoopPosition,
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['retry_same', 'retry_reformulate', 'skip_subtask'],

    run({ call, reports, loop, reasoning_timeline }, { emit }) {
      const report = reports.find((one) => one.call.call_id === call.call_id);
      const outcome = strategyFor(report, loop.iterations);
      emit({
        type: 'note',
        data: { topic: 'error-strategy', tool: call.tool, strategy: outcome, reason: report?.reason },
      });
      return {
        outcome,
        writes: {
          reasoning_timeline: [...reasoning_timeline, { step: 'error', tool: call.tool, strategy: outcome }],
        },
      };
    },
  });
}

function strategyFor(report: CallReport | undefined, iterations: number) {
  if (report === undefined || iterations >= MAX_ITERATIONS) return 'skip_subtask' as const;
  const { status, strategy } = report;
  if (status === 'unavailable' && strategy === 'retry_same') return 'retry_same' as const;
  const mayBeReworded = status === 'invalid' || status === 'not-found';
  return mayBeReworded && strategy === 'retry_reformulate'
    ? ('retry_reformulate' as const)
    : ('skip_subtask' as const);
}
