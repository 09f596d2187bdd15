import type { DeskAgents } from '../../domain/desk-agents.ts';
import type { Language } from '../../domain/language.ts';
import type { RoutedAgent } from './desk-work.ts';
import { matchAgents } from './match-agents.ts';

/** Who is searched beside the agents that are asked: those whose documents also speak of the subject, though others own it. */
export function secondAgents(
  asked: readonly RoutedAgent[],
  agents: DeskAgents,
  language: Language,
): RoutedAgent[] {
  return Object.entries(agents).flatMap(([name, agent]): RoutedAgent[] => {
    if (!agent.also_on || !agent.tools.includes('rag_tool') || asked.some((one) => one.agent === name))
      return [];
    const known = { [name]: { ...agent, words: agent.also_on } };
    const queries = [...new Set(asked.flatMap((one) => one.queries))].filter(
      (query) => matchAgents(query, language, known).length > 0,
    );
    return queries.length === 0 ? [] : [{ agent: name, queries, tools: ['rag_tool'], is_second: true }];
  });
}
