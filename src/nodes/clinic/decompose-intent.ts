import { z } from 'zod';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { ClinicalContext, MAX_SUBTASKS, type Subtask, TimelineStep } from './clinic-state.ts';
import { decomposeByRules } from './decompose-by-rules.ts';
import { decomposeIntentTask } from './decompose-intent.task.ts';
import { maskPrompts } from './mask-prompts.ts';
import { WRITE_TOOLS } from './triage-decision.ts';
import { writeParts } from './write-parts.ts';

/** Splits a request into subtasks, to be planned one at a time. */
export function decomposeIntent({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'decompose',
    reads: z.object({
      clinical_context: ClinicalContext,
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['decomposed'],

    async run({ clinical_context, reasoning_timeline }, context) {
      const { user_input: question, patient, image_present: has_image } = clinical_context;
      const input = {
        question,
        has_patient: patient !== null,
        has_image,
        medications: patient?.medications ?? [],
      };
      const capped = withinCalls(context, CALLS_AFTER.decompose);
      const { output } = await gateway.run(
        maskPrompts(decomposeIntentTask, patient?.withheld ?? []),
        input,
        capped,
      );
      const isAllowed = writesNoMore(output.subtasks, question);
      if (!isAllowed) context.emit({ type: 'note', data: { topic: 'write-not-asked', tool: null } });
      const subtasks = (isAllowed ? output.subtasks : decomposeByRules(input)).slice(0, MAX_SUBTASKS);
      const detail = subtasks.map(({ task }, i) => `${i + 1}. ${task}`).join(' ');
      return {
        outcome: 'decomposed' as const,
        writes: {
          subtasks,
          loop: { index: 0, iterations: 0, calls: 0 },
          reasoning_timeline: [...reasoning_timeline, { step: 'decompose', detail }],
        },
      };
    },
  });
}

/** Whether subtasks write nothing that the asker's own words do not ask for, and nothing twice. */
function writesNoMore(subtasks: readonly Subtask[], request: string): boolean {
  const asked = writeParts(request);
  return [...WRITE_TOOLS].every(
    (tool) =>
      subtasks.filter((subtask) => subtask.tool === tool).length <=
      asked.filter((part) => part.tool === tool).length,
  );
}
