import { z } from 'zod';
import type { DeskToolName } from '../../domain/desk-agents.ts';
import type { DeskProgress } from '../../domain/desk-progress.ts';
import type { SemanticRouting } from '../../domain/desk-routing.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { DeskFrame, type DeskTask, ORCHESTRATOR, type RoutedAgent, RoutedQuestion } from './desk-work.ts';
import { CONFLICT_POLICY, GATHERING, TASK_WORDS } from './task-words.ts';

/** Tools by the group they run in: what finds comes before what sums up, and that before what counts. */
const STAGES: readonly (readonly DeskToolName[])[] = [
  ['rag_tool', 'log_tool'],
  ['summary_tool'],
  ['math_tool'],
];
const SHORT: Readonly<Record<DeskToolName, string>> = {
  rag_tool: 'rag',
  log_tool: 'log',
  summary_tool: 'summary',
  math_tool: 'math',
};
const ROUTED_PERCENT = 50;
const PLANNED_PERCENT = 75;

/** Lays out numbered groups of tasks: those of one group run side by side, the groups one after another. */
export function planTasks() {
  return defineNode({
    step: 'plan',
    reads: z.object({ frame: DeskFrame, question: z.string(), routed: RoutedQuestion, language: Language }),
    outcomes: ['planned', 'nobody-to-ask'],

    run({ frame, question, routed, language }, { emit }) {
      const plan = layOut(routed.agents, language);
      const semantic_routing: SemanticRouting = {
        original_query: question,
        refined_query: routed.refined_query,
        agents: Object.fromEntries(routed.agents.map((agent) => [agent.agent, routingOf(agent)])),
        permission: { user_access: frame.access.scopes },
        execution_flow: {
          planning: { tasks: numbered(plan), aggregate_status: 'pending' },
          conflict_resolution: CONFLICT_POLICY[language],
        },
      };
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

function layOut(agents: readonly RoutedAgent[], language: Language): DeskTask[] {
  const plan: DeskTask[] = [];
  let group = 0;
  for (const stage of STAGES) {
    const tasks = agents.flatMap((routed) =>
      stage
        .filter((tool) => routed.tools.includes(tool))
        .flatMap((tool) => tasksFor(routed, tool, plan, language)),
    );
    if (tasks.length === 0) continue;
    group += 1;
    plan.push(...tasks.map((task) => ({ ...task, group })));
  }
  if (agents.length > 1 && plan.length > 0) {
    plan.push({
      id: `${ORCHESTRATOR}#summary`,
      group: group + 1,
      agent: ORCHESTRATOR,
      tool: 'summary_tool',
      query: '',
      query_index: null,
      purpose: GATHERING.purpose[language],
      message: GATHERING.message[language],
      depends_on: plan.map(({ id }) => id),
    });
  }
  return plan;
}

/** One task per query for what finds; one for all that an agent found for what works on it. */
function tasksFor(
  { agent, queries }: RoutedAgent,
  tool: DeskToolName,
  earlier: readonly DeskTask[],
  language: Language,
): Omit<DeskTask, 'group'>[] {
  const finds = tool === 'rag_tool' || tool === 'log_tool';
  const asked = finds ? queries : [queries.join(' ')];
  return asked.map((query, i) => ({
    id: `${agent}#${SHORT[tool]}${finds && queries.length > 1 ? `:${i + 1}` : ''}`,
    agent,
    tool,
    query,
    query_index: finds ? i + 1 : null,
    purpose: fillTemplate(TASK_WORDS[tool].purpose[language], { agent }),
    message: fillTemplate(TASK_WORDS[tool].message[language], { query }),
    depends_on: finds ? [] : earlier.filter((task) => task.agent === agent).map(({ id }) => id),
  }));
}

function routingOf({ queries, tools }: RoutedAgent): SemanticRouting['agents'][string] {
  const sequential_tools = STAGES.flat().filter((tool) => tools.includes(tool));
  return {
    queries: queries.map((query, i) => ({ [i + 1]: query })),
    tools,
    ...(tools.includes('math_tool') ? { sequential_tools } : {}),
  };
}

function numbered(plan: readonly DeskTask[]): SemanticRouting['execution_flow']['planning']['tasks'] {
  const groups = [...new Set(plan.map(({ group }) => group))];
  return groups.map((number) => ({
    [number]: plan
      .filter(({ group }) => group === number)
      .map(({ agent, tool, purpose, message }) => ({
        agent,
        tool,
        purpose,
        message,
        status: 'pending' as const,
      })),
  }));
}
