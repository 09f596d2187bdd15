import { z } from 'zod';
import { WriteCall } from '../../domain/approval.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';
import { ClinicalContext, PlannedCall, TimelineStep } from './clinic-state.ts';
import { setAsideWrite } from './set-aside-write.ts';
import { validateArguments } from './validate-arguments.ts';

/** Looks at a call before it is made. A write is never made here: it is set aside for a person's yes. */
export function validateCall({ names }: { names: NameSeal }) {
  return defineNode({
    step: 'validate-call',
    reads: z.object({
      call: PlannedCall,
      clinical_context: ClinicalContext,
      sealed_names: z.string().default(''),
      write_calls: z.array(WriteCall).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['valid', 'invalid', 'write'],

    run({ call, clinical_context, ...kept }, { emit }) {
      const found = validateArguments(call, clinical_context);
      if (found !== null) {
        emit({ type: 'note', data: { topic: 'call-invalid', tool: call.tool, problem: found.problem } });
        return { outcome: 'invalid' as const, writes: { problem: found.problem, missing: found.missing } };
      }
      const writes = setAsideWrite(call, names, kept);
      return writes === null
        ? { outcome: 'valid' as const, writes: {} }
        : { outcome: 'write' as const, writes };
    },
  });
}
