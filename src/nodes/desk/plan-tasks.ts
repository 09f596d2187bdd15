import { z } from 'zod';
import type { DeskProgress } from '../../domain/desk-progress.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { describeRouting } from './describe-routing.ts';
import { DeskFrame, RoutedQuestion } from './desk-work.ts';
import { layOutPlan } from './lay-out-plan.ts';
import { secondAgents } from './second-agents.ts';

const ROUTED_PERCENT = 50;
const PLANNED_PERCENT = 75;

/** Lays out numbered groups of tasks: those of one group run side by side, the groups one after another. */
export function planTasks() {
  return defineNode({
    step: 'plan',
    reads: z.object({ frame: DeskFrame, question: z.string(), routed: RoutedQuestion, language: Language }),
    outcomes: ['planned', 'nobody-to-ask'],

    run({ frame, question, routed: asked, language }, { emit }) {
      const agents = [...asked.agents, ...secondAgents(asked.agents, frame.agents, language)];
      const routed = { ...asked, agents };
      const plan = layOutPlan(agents, language);
      const semantic_routing = describeRouting(question, routed, plan, frame, language);
      const told: DeskProgress[] = [
        {
          node: 'reflection_router',
          output: {
            processing_status: 'routed',
            progress_percentage: ROUTED_PERCENT,
            progress_message: 'The question is routed',
            semantic_routing,
          },
        },
        {
          node: 'execute_planning',
          output: {
            processing_status: 'plan_ready',
            progress_percentage: PLANNED_PERCENT,
            progress_message: 'Execution plan is ready',
            plan_summary: {
              total_tasks: plan.length,
              tasks: plan.map(({ agent, tool, purpose, message }, i) => ({
                step_number: i + 1,
                agent,
                tool,
                purpose,
                message,
              })),
            },
          },
        },
      ];
      for (const data of told) emit({ type: 'progress', data });
      const route = routed.agents.map(({ agent }) => agent).join('+') || 'nobody';
      const writes = { plan, route };
      return plan.length === 0
        ? { outcome: 'nobody-to-ask' as const, writes }
        : { outcome: 'planned' as const, writes };
    },
  });
}
