import { callNotDone, MISSING_FOR_CALL } from '../../../../texts/clinic.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { type CallReport, MAX_ITERATIONS, reading } from '../clinic-state.ts';
import { patientsFound } from '../gather-evidence.ts';
import { withReport } from './execute-calls.ts';

/** Says what a result means for its subtask. Code decides: a model asked whether it is enough says no. */
export function assessResult() {
  return defineNode({
    step: 'assess',
    reads: reading('call', 'clinical_context', 'reports', 'subtasks', 'loop'),
    outcomes: ['success', 'needs-more-action', 'needs-user-input', 'error'],

    run({ call, clinical_context, reports, subtasks, loop }) {
      const report = reports.find((one) => one.call.call_id === call.call_id);
      if (report?.status !== 'ok') return { outcome: 'error' as const, writes: {} };
      if (patientsFound(report).length > 1)
        return { outcome: 'needs-user-input' as const, writes: { missing: 'patient' as const } };
      const wanted = subtasks[loop.index]?.tool ?? call.tool;
      const isOnTheWay = call.tool === 'search_patient' && wanted !== 'search_patient';
      const goesOn = isOnTheWay && clinical_context.patient !== null && loop.iterations < MAX_ITERATIONS;
      return goesOn
        ? { outcome: 'needs-more-action' as const, writes: {} }
        : { outcome: 'success' as const, writes: {} };
    },
  });
}

/** Chooses what to do about a call that failed: the same again, in other words, or on without it. */
export function chooseStrategy() {
  return defineNode({
    step: 'error-strategy',
    reads: reading('call', 'reports', 'loop', 'reasoning_timeline'),
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

/** Goes on to the next subtask with fresh counters; after the last, what is to be written is proposed. */
export function advanceSubtask() {
  return defineNode({
    step: 'advance',
    reads: reading('subtasks', 'loop', 'write_calls'),
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

/** A subtask that lacks what only the asker can say: asked for at once, or left out and said to be where others have results. */
export function settleMissing() {
  return defineNode({
    step: 'missing',
    reads: reading('call', 'missing', 'reports', 'write_calls'),
    outcomes: ['clarify', 'skip'],

    run({ call, missing, reports, write_calls }) {
      const hasResults = write_calls.length > 0 || reports.some(({ status }) => status === 'ok');
      if (!hasResults) return { outcome: 'clarify' as const, writes: {} };
      const said = MISSING_FOR_CALL[missing];
      const report: CallReport = {
        call,
        status: 'invalid',
        reason: `missing-${missing}`,
        strategy: 'skip',
        message: callNotDone(call.tool, said),
        output: null,
        passages: [],
      };
      return { outcome: 'skip' as const, writes: { reports: withReport(reports, report) } };
    },
  });
}
