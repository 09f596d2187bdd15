import { z } from 'zod';
import { defineNode } from '../../engine/define-node.ts';
import {
  CallReport,
  ClinicalContext,
  LoopPosition,
  MAX_ITERATIONS,
  PlannedCall,
  Subtask,
} from './clinic-state.ts';
import { patientsFound } from './describe-report.ts';

/** Says what a result means for its subtask. Code decides: a model asked whether it is enough says no. */
export function assessResult() {
  return defineNode({
    step: 'assess',
    reads: z.object({
      call: PlannedCall,
      clinical_context: ClinicalContext,
      reports: z.array(CallReport),
      subtasks: z.array(Subtask),
      loop: LoopPosition,
    }),
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
