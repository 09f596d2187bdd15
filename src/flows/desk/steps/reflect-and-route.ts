import { z } from 'zod';
import { CHITCHAT_REPLIES } from '../../../../texts/desk.ts';
import { DeskAgents, type DeskSettings, DeskToolName } from '../../../domain/desk-agents.ts';
import type { DeskProgress } from '../../../domain/desk-output.ts';
import { capitalised, Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { recogniseSmallTalk } from '../../../language/read-small-talk.ts';
import { defineTask } from '../../../llm/define-task.ts';
import type { Gateway } from '../../../llm/gateway.port.ts';
import { FALLBACK_AGENT } from '../agents/default-settings.ts';
import { type DeskFrame, DeskState, type RoutedAgent } from '../desk-work.ts';
import { matchAgents, splitQuestion } from '../match-agents.ts';
import { mayCalculate, wantsCalculation, wantsLogs, wantsSummary } from '../tool-cues.ts';

const ROUTED_PERCENT = 50;

/** Finds out which agents are to answer what. A model only names them: who exists and what they may use is known here. */
export function reflectAndRoute({ settings, gateway }: { settings: DeskSettings; gateway: Gateway }) {
  return defineNode({
    step: 'reflect',
    reads: DeskState.pick({ frame: true, language: true, history: true, about_a_person: true }),
    outcomes: ['routed', 'chitchat'],

    async run({ frame, language, history, about_a_person }, context) {
      const { agents } = frame;
      const earlier = history.filter(({ author }) => author === 'asker').map(({ text }) => text);
      const input: RouteInput = { question: frame.asked, language, history: earlier, agents, about_a_person };
      const { output } = await gateway.run(routeQuestionTask, input, context);
      // Small talk is answered in our own words: a model's might claim something.
      // What a department recognises is asked of it, whatever greeting stands before it and whatever a model makes of it.
      if (output.is_chitchat && matchAgents(frame.asked, language, agents).length === 0) {
        const draft = replyToChitchat(frame.asked, language) ?? CHITCHAT_REPLIES.greeting[language];
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

const RouteInput = z.object({
  question: z.string(),
  language: Language,
  history: z.array(z.string()),
  agents: DeskAgents,
  about_a_person: z.boolean(),
});
type RouteInput = z.infer<typeof RouteInput>;

export const routeQuestionTask = defineTask({
  name: 'route-question',
  model: 'fast',
  input: RouteInput,
  output: z.object({
    is_chitchat: z.boolean(),
    refined_query: z.string().max(2_000),
    agents: z
      .array(
        z.object({
          agent: z.string(),
          queries: z.array(z.string().min(1).max(1_000)).max(20),
          tools: z.array(DeskToolName).max(10),
        }),
      )
      .max(20),
  }),
  /** Asks for names from a list: code checks every one of them. */
  prompt: ({ question, history, agents }, fence) => ({
    system: [
      'You send a question from hospital staff to the departments that can answer it.',
      'is_chitchat: true only for greetings, thanks and small talk that ask nothing of a department.',
      'refined_query: the question made complete and clear, same language, nothing added that was not asked.',
      'agents: the departments that are needed, and no others; for each its own queries, same language, and the tools it needs.',
      'Use math_tool only when something is to be calculated, log_tool only when events in logs are asked for, summary_tool when an agent has several queries.',
      'Departments:',
      ...Object.entries(agents).map(
        ([name, { desc, tools }]) => `- ${name}: ${desc.en}. Tools: ${tools.join(', ')}`,
      ),
    ].join('\n'),
    user: [...history.map((text) => fence('earlier question', text)), fence('question', question)].join(
      '\n\n',
    ),
  }),
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 800,
  /** Answers when no model can: by the words that each agent recognises. */
  twin: routeByWords,
});

function routeByWords({ question, language, agents }: RouteInput) {
  const matches = matchAgents(question, language, agents).map(({ agent }) => agent);
  if (matches.length === 0 && replyToChitchat(question, language) !== null) {
    return { is_chitchat: true, refined_query: '', agents: [] };
  }
  const parts = splitQuestion(question, language, agents);
  // The agent for everything else, or all of them where there is none.
  const others = FALLBACK_AGENT in agents ? [FALLBACK_AGENT] : Object.keys(agents);
  const routed = (matches.length > 0 ? matches : others).map((agent): RoutedAgent => {
    const own = parts.filter((part) => part.agents.includes(agent)).map(({ text }) => text);
    const queries = parts.length > 1 && own.length > 0 && !wantsCalculation(question) ? own : [question];
    return { agent, queries, tools: toolsFor(question, queries, agents[agent]?.tools ?? []) };
  });
  return { is_chitchat: false, refined_query: asQuestion(question), agents: routed };
}

function toolsFor(
  question: string,
  queries: readonly string[],
  has: readonly DeskToolName[],
): DeskToolName[] {
  const calculates = wantsCalculation(question) && has.includes('math_tool');
  const wanted: Record<DeskToolName, boolean> = {
    rag_tool: true,
    log_tool: wantsLogs(question),
    summary_tool: calculates || queries.length > 1 || wantsSummary(question),
    math_tool: mayCalculate(question),
  };
  return has.filter((tool) => wanted[tool]);
}

function asQuestion(text: string): string {
  const plain = text.trim();
  return capitalised(/[.?!]$/u.test(plain) ? plain : `${plain}?`);
}

/** What to say to small talk, or null where something else is said too: then something is asked. */
export function replyToChitchat(question: string, language: Language): string | null {
  const kind = recogniseSmallTalk(question);
  // Two words are too few to tell a language by; their letters often tell it.
  const isMarked = question.normalize('NFC') !== foldDiacritics(question);
  return kind === null ? null : CHITCHAT_REPLIES[kind][isMarked ? 'vi' : language];
}
