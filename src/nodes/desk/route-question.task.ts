import { z } from 'zod';
import { DeskAgents, type DeskToolName, DeskToolName as ToolName } from '../../domain/desk-agents.ts';
import { Language } from '../../domain/language.ts';
import { defineTask } from '../../llm/define-task.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import { replyToChitchat } from './chitchat.ts';
import type { RoutedAgent } from './desk-work.ts';
import { matchAgents } from './match-agents.ts';
import { routeQuestionPrompt } from './route-question.prompt.ts';
import { splitQuestion } from './split-question.ts';
import { mayCalculate, wantsCalculation, wantsLogs, wantsSummary } from './tool-cues.ts';

const RouteInput = z.object({
  question: z.string(),
  language: Language,
  history: z.array(z.string()),
  agents: DeskAgents,
  about_a_person: z.boolean(),
});
export type RouteInput = z.infer<typeof RouteInput>;

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
          tools: z.array(ToolName).max(10),
        }),
      )
      .max(20),
  }),
  prompt: routeQuestionPrompt,
  sensitive: ({ about_a_person }) => about_a_person,
  maxOutputTokens: 800,
  timeoutMs: 15_000,
  /** Answers when no model can: by the words that each agent recognises. */
  twin: routeByWords,
});

function routeByWords({ question, language, agents }: RouteInput) {
  const matches = matchAgents(question, language, agents).map(({ agent }) => agent);
  if (matches.length === 0 && replyToChitchat(question, language) !== null) {
    return { is_chitchat: true, refined_query: '', agents: [] };
  }
  const parts = splitQuestion(question, language, agents);
  const routed = (matches.length > 0 ? matches : whoTakesTheRest(agents)).map((agent): RoutedAgent => {
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

/** The agent for everything else, or all of them where there is none. */
function whoTakesTheRest(agents: DeskAgents): string[] {
  return FALLBACK_AGENT in agents ? [FALLBACK_AGENT] : Object.keys(agents);
}

function asQuestion(text: string): string {
  const plain = text.trim();
  const ended = /[.?!]$/u.test(plain) ? plain : `${plain}?`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
