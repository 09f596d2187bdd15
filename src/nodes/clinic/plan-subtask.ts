import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { isAsked } from './asked-write.ts';
import { buildArguments } from './build-arguments.ts';
import {
  CALLS_PER_SUBTASK,
  CallReport,
  ClinicalContext,
  LoopPosition,
  PlannedCall,
  Subtask,
} from './clinic-state.ts';
import { maskPrompts } from './mask-prompts.ts';
import { planByRules, planSubtaskTask } from './plan-subtask.task.ts';
import { summariseFindings } from './summarise-findings.ts';
import { withheldFrom } from './withheld-from.ts';

/** Chooses the tool for the current subtask, knowing what the earlier ones came to. */
export function planSubtask({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'plan',
    reads: z.object({
      language: Language,
      clinical_context: ClinicalContext,
      subtasks: z.array(Subtask),
      loop: LoopPosition,
      reports: z.array(CallReport).default([]),
      call: PlannedCall.optional(),
    }),
    outcomes: ['planned'],

    async run({ language, clinical_context, subtasks, loop, reports, call: before }, context) {
      const subtask = subtasks[loop.index];
      if (subtask === undefined)
        throw new Error(`there is no subtask ${loop.index + 1} of ${subtasks.length}`);
      const input = {
        subtask,
        request: clinical_context.user_input,
        has_patient: clinical_context.patient !== null,
        conditions: clinical_context.patient?.conditions ?? [],
        attempt: loop.iterations + 1,
        done: reports.map(({ call, status }) => `${call.tool}: ${status}`),
      };
      const spent = context.budget.spent().llm_calls;
      // Once its share of model calls is spent, a subtask is planned by rules.
      const capped = withinCalls(context, spent + CALLS_PER_SUBTASK - loop.calls);
      const { output } = await gateway.run(
        maskPrompts(planSubtaskTask, withheldFrom(clinical_context, reports)),
        input,
        capped,
      );
      const isAllowed = isAsked(output.tool, input.request);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: output.tool } });
      const { tool, query } = isAllowed ? output : planByRules(input);
      const findings = summariseFindings(reports, clinical_context.patient);
      const args = buildArguments(tool, query, clinical_context, { language, findings });
      const calls = loop.calls + context.budget.spent().llm_calls - spent;
      return {
        outcome: 'planned' as const,
        writes: { call: { call_id: callId(), tool, query, args }, loop: { ...loop, calls }, fixes: 0 },
      };

      /** A call made again in other words takes the place of the one that failed. */
      function callId(): string {
        const failed = reports.some(
          ({ call, status }) => call.call_id === before?.call_id && status !== 'ok',
        );
        return loop.iterations > 0 && before && failed ? before.call_id : context.newId();
      }
    },
  });
}
