import type { SemanticRouting } from '../../domain/desk-routing.ts';
import type { Language } from '../../domain/language.ts';
import { aggregateStatus } from './aggregate-status.ts';
import type { DeskFrame, DeskTask, RoutedAgent, RoutedQuestion } from './desk-work.ts';
import { STAGES } from './lay-out-plan.ts';
import { CONFLICT_POLICY } from './task-words.ts';

/** Which agents answer what, with which tools, in which order: as it is told to those who watch. */
export function describeRouting(
  question: string,
  { refined_query, agents }: RoutedQuestion,
  plan: readonly DeskTask[],
  { access }: DeskFrame,
  language: Language,
): SemanticRouting {
  return {
    original_query: question,
    refined_query,
    agents: Object.fromEntries(agents.map((agent) => [agent.agent, routingOf(agent)])),
    permission: { user_access: access.scopes },
    execution_flow: {
      planning: { tasks: numbered(plan), aggregate_status: aggregateStatus(plan.map(() => 'pending')) },
      conflict_resolution: CONFLICT_POLICY[language],
    },
  };
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
