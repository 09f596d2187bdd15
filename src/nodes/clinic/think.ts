import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { withinCalls } from '../shared/within-calls.ts';
import { CALLS_AFTER } from './calls-after.ts';
import { chartLines } from './chart-lines.ts';
import { ClinicalContext, TimelineStep } from './clinic-state.ts';
import { maskPrompts } from './mask-prompts.ts';
import { thinkTask } from './think.task.ts';

const CHART_LINES = 12;

/** Thinks before it looks anything up: the reasoning is the value, tools serve it. */
export function think({ gateway }: { gateway: Gateway }) {
  return defineNode({
    step: 'thinking',
    reads: z.object({
      language: Language,
      clinical_context: ClinicalContext,
      reasoning_timeline: z.array(TimelineStep).default([]),
    }),
    outcomes: ['thought'],

    async run({ language, clinical_context, reasoning_timeline }, context) {
      const { user_input: question, patient, turns } = clinical_context;
      const lines = chartLines(question, patient?.passages ?? [], { isJudgement: true, limit: CHART_LINES });
      const chart = lines.map(({ text }) => text).join('\n');
      const input = { question, language, chart, turns };
      const { output } = await gateway.run(
        maskPrompts(thinkTask, patient?.withheld ?? []),
        input,
        quietly(withinCalls(context, CALLS_AFTER.think)),
      );
      return {
        outcome: 'thought' as const,
        writes: {
          thinking: output,
          reasoning_timeline: [...reasoning_timeline, { step: 'thinking', reasoning: output }],
        },
      };
    },
  });
}

/** Thoughts are for the details panel: they are not streamed as the answer. */
export function quietly(context: Parameters<Gateway['run']>[2]): Parameters<Gateway['run']>[2] {
  return {
    ...context,
    emit: (event) => {
      if (event.type !== 'token') context.emit(event);
    },
  };
}
