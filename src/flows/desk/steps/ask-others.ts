import type { Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import {
  type DeskFrame,
  DeskState,
  type DeskTask,
  isAnswering,
  ORCHESTRATOR,
  type RoutedAgent,
  type TaskOutcome,
} from '../desk-work.ts';
import { layOutPlan } from './plan-tasks.ts';

/** Where those who were asked know nothing, once: whoever was not. A department is not always where its words say it is. */
export function askOthers() {
  return defineNode({
    step: 'ask-others',
    reads: DeskState.pick({
      frame: true,
      routed: true,
      plan: true,
      outcomes: true,
      widened: true,
      language: true,
    }),
    outcomes: ['enough', 'asked'],

    run({ frame, routed, plan, outcomes, widened, language }, { emit }) {
      const open = widened ? [] : openQueries(outcomes);
      const calculates = plan.some(({ tool }) => tool === 'math_tool');
      const others = Object.entries(frame.agents).flatMap(([agent, { tools }]): RoutedAgent[] => {
        const queries = open.filter(
          (query) => !plan.some((task) => task.agent === agent && task.query === query),
        );
        const usable = tools.filter((tool) => tool === 'rag_tool' || (tool === 'math_tool' && calculates));
        return queries.length === 0 || !usable.includes('rag_tool')
          ? []
          : [{ agent, queries, tools: usable, is_second: true }];
      });
      if (others.length === 0) return { outcome: 'enough' as const };
      emit({ type: 'note', data: { topic: 'desk-widened', agents: others.map(({ agent }) => agent) } });
      const writes = {
        widened: true,
        routed: { ...routed, agents: [...routed.agents, ...others] },
        plan: [...plan, ...further(others, plan, frame, language)],
      };
      return { outcome: 'asked' as const, writes };
    },
  });
}

/** What was asked, where it was searched for without fault and nobody had an answer to any of it. */
function openQueries(outcomes: readonly TaskOutcome[]): string[] {
  const searches = outcomes.filter(({ task }) => task.query_index !== null);
  if (searches.some(({ status, result }) => status === 'failed' || isAnswering(result))) return [];
  const asked = searches.filter(({ task }) => !task.is_second);
  return [...new Set(asked.map(({ task }) => task.query))];
}

/** Their tasks, after all others and under names of their own. */
function further(
  others: readonly RoutedAgent[],
  plan: readonly DeskTask[],
  frame: DeskFrame,
  language: Language,
): DeskTask[] {
  const last = Math.max(0, ...plan.map(({ group }) => group));
  return layOutPlan(others, frame, language)
    .filter(({ agent }) => agent !== ORCHESTRATOR)
    .map((task) => ({
      ...task,
      id: `${task.id}+`,
      group: last + task.group,
      depends_on: task.depends_on.map((id) => `${id}+`),
    }));
}
