import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { CallReport, ClinicalContext, TimelineStep } from './clinic-state.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { maskPrompts } from './mask-prompts.ts';
import { reasonAgainTask } from './reason-again.task.ts';
import { quietly } from './think.ts';
import { withheldFrom } from './withheld-from.ts';

/** Reasons over what the tools found. */
export function reasonAgain({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'thinking',
    reads: z.object({
      language: Language,
      clinical_context: ClinicalContext,
      thinking: z.string(),
      reports: z.array(CallReport).default([]),
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['thought'],

    async run({ language, clinical_context, thinking, reports, reasoning_timeline }, context) {
      const { user_input: question } = clinical_context;
      const at = new Date(context.clock()).toISOString();
      const gathered = gatherEvidence({ question, language, at, patient: null, reports, proposals: [] });
      const capped = quietly(withinCalls(context, CALLS_AFTER.reason_again));
      const input = { question, language, thinking, ...gathered };
      const { output } = await gateway.run(
        maskPrompts(reasonAgainTask, withheldFrom(clinical_context, reports)),
        input,
        capped,
      );
      return {
        outcome: 'thought' as const,
        writes: {
          thinking: `${thinking}\n${output}`,
          reasoning_timeline: [...reasoning_timeline, { step: 'thinking', reasoning: output }],
        },
      };
    },
  });
}
