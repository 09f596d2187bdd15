import type { DeskToolName } from '../../domain/desk-agents.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import type { Language } from '../../domain/language.ts';
import { type DeskTask, ORCHESTRATOR, type RoutedAgent } from './desk-work.ts';
import { GATHERING, TASK_WORDS } from './task-words.ts';

/** Tools by the group they run in: what finds comes before what sums up, and that before what counts. */
export const STAGES: readonly (readonly DeskToolName[])[] = [
  ['rag_tool', 'log_tool'],
  ['summary_tool'],
  ['math_tool'],
];
const LONGEST_TOPIC = 120;
const SHORT: Readonly<Record<DeskToolName, string>> = {
  rag_tool: 'rag',
  log_tool: 'log',
  summary_tool: 'summary',
  math_tool: 'math',
};

/** Numbered groups of tasks, each naming those whose results it works on. */
export function layOutPlan(agents: readonly RoutedAgent[], language: Language): DeskTask[] {
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
  { agent, queries, is_second }: RoutedAgent,
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
    purpose: fillTemplate(TASK_WORDS[tool].purpose[language], { agent, topic: topicOf(query) }),
    message: fillTemplate(TASK_WORDS[tool].message[language], { query }),
    ...(is_second ? { is_second } : {}),
    depends_on: finds ? [] : earlier.filter((task) => task.agent === agent).map(({ id }) => id),
  }));
}

/** What a query is about, short enough for a line: its own words without the end of the sentence. */
function topicOf(query: string): string {
  const words = query.trim().replace(/[\s.?!…]+$/u, '');
  if (words.length <= LONGEST_TOPIC) return words;
  const cut = words.slice(0, LONGEST_TOPIC);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_TOPIC / 2))}…`;
}
