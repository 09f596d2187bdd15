import { z } from 'zod';
import type { DeskSettings } from '../../domain/desk-agents.ts';
import type { DeskProgress } from '../../domain/desk-progress.ts';
import { Language } from '../../domain/language.ts';
import { Message } from '../../domain/run-record.ts';
import { defineNode } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { GREETING, replyToChitchat } from './chitchat.ts';
import { DeskFrame, type RoutedAgent } from './desk-work.ts';
import { matchAgents } from './match-agents.ts';
import { type RouteInput, routeQuestionTask } from './route-question.task.ts';

const ROUTED_PERCENT = 50;

/** Finds out which agents are to answer what. A model only names them: who exists and what they may use is known here. */
export function reflectAndRoute({ settings, gateway }: { settings: DeskSettings; gateway: Gateway }) {
  return defineNode({
    step: 'reflect',
    reads: z.object({
      frame: DeskFrame,
      language: Language,
      history: z.array(Message),
      about_a_person: z.boolean(),
    }),
    outcomes: ['routed', 'chitchat'],

    async run({ frame, language, history, about_a_person }, context) {
      const { agents } = frame;
      const earlier = history.filter(({ author }) => author === 'asker').map(({ text }) => text);
      const input: RouteInput = { question: frame.asked, language, history: earlier, agents, about_a_person };
      const { output } = await gateway.run(routeQuestionTask, input, context);
      // Small talk is answered in our own words: a model's might claim something.
      // What a department recognises is asked of it, whatever greeting stands before it and whatever a model makes of it.
      if (output.is_chitchat && matchAgents(frame.asked, language, agents).length === 0) {
        const draft = replyToChitchat(frame.asked, language) ?? GREETING[language];
        const data: DeskProgress = {
          node: 'reflection_router',
          output: {
            processing_status: 'routed',
            progress_percentage: ROUTED_PERCENT,
            progress_message: 'Small talk, nothing to look up',
            semantic_routing: { refined_query: '', is_chitchat: true, chitchat_response: draft },
          },
        };
        context.emit({ type: 'progress', data });
        return { outcome: 'chitchat' as const, writes: { draft, claims: false, route: 'chitchat' } };
      }
      const named = output.agents.flatMap((agent) => checked(agent, agents));
      const routedAgents = named.length > 0 ? named : routeQuestionTask.twin(input).agents;
      const refined_query = output.refined_query.trim() || frame.asked;
      return {
        outcome: 'routed' as const,
        writes: { routed: { refined_query, agents: routedAgents.map(withinLimits) } },
      };
    },
  });

  function withinLimits({ agent, queries, tools }: RoutedAgent): RoutedAgent {
    return { agent, tools, queries: queries.slice(0, settings.agent_configs.max_queries_per_agent) };
  }

  /** An agent that exists, with tools that it has; one that finds nothing has nothing to count or to sum up. */
  function checked({ agent, queries, tools }: RoutedAgent, agents: DeskFrame['agents']): RoutedAgent[] {
    const known = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
    const asked = queries.map((query) => query.trim()).filter((query) => query !== '');
    if (!known || asked.length === 0) return [];
    const wanted = settings.agent_configs.tool_selection_strategy === 'all' ? known.tools : tools;
    const usable = known.tools.filter((tool) => wanted.includes(tool) || tool === 'rag_tool');
    return usable.length === 0 ? [] : [{ agent, queries: asked, tools: usable }];
  }
}
