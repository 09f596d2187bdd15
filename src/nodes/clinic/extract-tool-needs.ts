import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { buildArguments } from './build-arguments.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { ClinicalContext, type PlannedCall } from './clinic-state.ts';
import { extractToolNeedsTask } from './extract-tool-needs.task.ts';
import { maskPrompts } from './mask-prompts.ts';
import { validateArguments } from './validate-arguments.ts';

/** Finds out of a chain of reasoning what should be looked up: nothing, one thing or two. */
export function extractToolNeeds({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'tool-needs',
    reads: z.object({ language: Language, clinical_context: ClinicalContext, thinking: z.string() }),
    outcomes: ['none', 'needed'],

    async run({ language, clinical_context, thinking }, context) {
      const { user_input: question, patient } = clinical_context;
      const input = {
        language,
        question,
        thinking,
        medications: patient?.medications ?? [],
        conditions: patient?.conditions ?? [],
      };
      const capped = withinCalls(context, CALLS_AFTER.extract);
      const { output } = await gateway.run(
        maskPrompts(extractToolNeedsTask, patient?.withheld ?? []),
        input,
        capped,
      );
      const needs = output.calls
        .map(({ tool, query }): PlannedCall => {
          const args = buildArguments(tool, query, clinical_context, { language });
          return { call_id: context.newId(), tool, query, args };
        })
        .filter((call) => isUsable(call));
      return needs.length === 0
        ? { outcome: 'none' as const, writes: { needs } }
        : { outcome: 'needed' as const, writes: { needs } };

      /** A call that cannot be made is left out: reasoning goes on without it, and the trace says so. */
      function isUsable(call: PlannedCall): boolean {
        const found = validateArguments(call, clinical_context);
        if (found !== null)
          context.emit({
            type: 'note',
            data: { topic: 'call-invalid', tool: call.tool, problem: found.problem },
          });
        return found === null;
      }
    },
  });
}
