import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { buildArguments } from './build-arguments.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { CALLS_PER_SUBTASK, ClinicalContext, LoopPosition, PlannedCall } from './clinic-state.ts';
import { fixArgumentsTask } from './fix-arguments.task.ts';
import { maskPrompts } from './mask-prompts.ts';
import { WRITE_TOOLS } from './triage-decision.ts';
import { validateArguments } from './validate-arguments.ts';

/** Puts a call's query into other words, once. What is still missing then is the asker's to say. */
export function fixArguments({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'fix-arguments',
    reads: z.object({
      language: Language,
      call: PlannedCall,
      problem: z.string(),
      clinical_context: ClinicalContext,
      fixes: z.number().default(0),
      loop: LoopPosition.optional(),
    }),
    outcomes: ['fixed', 'needs-input'],

    async run({ language, call, problem, clinical_context, fixes, loop }, context) {
      // What is to be written is in the asker's words or it is not: no other words stand in for them.
      if (WRITE_TOOLS.has(call.tool))
        return { outcome: 'needs-input' as const, writes: { fixes: fixes + 1 } };
      const spent = context.budget.spent().llm_calls;
      const limit = loop ? spent + CALLS_PER_SUBTASK - loop.calls : CALLS_AFTER.fix_lookup;
      const { output } = await gateway.run(
        maskPrompts(fixArgumentsTask, clinical_context.patient?.withheld ?? []),
        { tool: call.tool, query: call.query, problem, request: clinical_context.user_input },
        withinCalls(context, limit),
      );
      const { query } = output;
      const fixed = {
        ...call,
        query,
        args: buildArguments(call.tool, query, clinical_context, { language }),
      };
      const left = validateArguments(fixed, clinical_context);
      const calls = context.budget.spent().llm_calls - spent;
      const writes = {
        call: fixed,
        fixes: fixes + 1,
        ...(loop ? { loop: { ...loop, calls: loop.calls + calls } } : {}),
      };
      return left === null
        ? { outcome: 'fixed' as const, writes }
        : {
            outcome: 'needs-input' as const,
            writes: { ...writes, problem: left.problem, missing: left.missing },
          };
    },
  });
}
