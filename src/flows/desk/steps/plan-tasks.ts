import { CONFLICT_POLICY, GATHERING_WORDS, TASK_WORDS } from '../../../../texts/desk.ts';
import type { DeskAgents, DeskToolName } from '../../../domain/desk-agents.ts';
import type { DeskProgress, SemanticRouting, TaskStatus } from '../../../domain/desk-output.ts';
import { fillTemplate, type Language } from '../../../domain/language.ts';
import { defineNode } from '../../../engine/define-node.ts';
import {
  agentName,
  type DeskFrame,
  DeskState,
  type DeskTask,
  ORCHESTRATOR,
  type RoutedAgent,
  type RoutedQuestion,
} from '../desk-work.ts';
import { matchAgents } from '../match-agents.ts';

const ROUTED_PERCENT = 50;
const PLANNED_PERCENT = 75;

/** Lays out numbered groups of tasks: those of one group run side by side, the groups one after another. */
export function planTasks() {
  return defineNode({
    step: 'plan',
    reads: DeskState.pick({ frame: true, question: true, routed: true, language: true }),
    outcomes: ['planned', 'nobody-to-ask'],

    run({ frame, question, routed: asked, language }, { emit }) {
      const agents = [...asked.agents, ...secondAgents(asked.agents, frame.agents, language)];
      const routed = { ...asked, agents };
      const plan = layOutPlan(agents, frame, language);
      const semantic_routing = describeRouting(question, routed, plan, frame, language);
      const progress: DeskProgress[] = [
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
              tasks: plan.map((task, i) => ({ step_number: i + 1, ...told(task) })),
            },
          },
        },
      ];
      for (const data of progress) emit({ type: 'progress', data });
      const route = routed.agents.map(({ agent }) => agent).join('+') || 'nobody';
      const outcome = plan.length === 0 ? ('nobody-to-ask' as const) : ('planned' as const);
      return { outcome, writes: { plan, route } };
    },
  });
}

/** Tools by the group they run in: what finds comes before what sums up, and that before what counts. */
const STAGES: readonly (readonly DeskToolName[])[] = [
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
export function layOutPlan(
  agents: readonly RoutedAgent[],
  frame: Pick<DeskFrame, 'agents'>,
  language: Language,
): DeskTask[] {
  const plan: DeskTask[] = [];
  let group = 0;
  for (const stage of STAGES) {
    const tasks = agents.flatMap((routed) =>
      stage
        .filter((tool) => routed.tools.includes(tool))
        .flatMap((tool) => tasksFor(routed, tool, plan, agentName(frame, routed.agent, language), language)),
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
      purpose: GATHERING_WORDS.purpose[language],
      message: GATHERING_WORDS.message[language],
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
  name: string,
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
    purpose: fillTemplate(TASK_WORDS[tool].purpose[language], { agent: name, topic: topicOf(query) }),
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

/** Who is searched beside the agents that are asked: those whose documents also speak of the subject, though others own it. */
function secondAgents(asked: readonly RoutedAgent[], agents: DeskAgents, language: Language): RoutedAgent[] {
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

/** Which agents answer what, with which tools, in which order: as it is told to those who watch. */
function describeRouting(
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
      .map((task) => ({ ...told(task), status: 'pending' as const })),
  }));
}

function told({ agent, tool, purpose, message }: DeskTask) {
  return { agent, tool, purpose, message };
}

/** Where a plan stands, from where its tasks stand: failed as soon as it is over and a task has failed. */
export function aggregateStatus(statuses: readonly TaskStatus[]): TaskStatus {
  const among = (status: TaskStatus) => statuses.includes(status);
  if (among('running')) return 'running';
  if (among('pending')) return statuses.every((status) => status === 'pending') ? 'pending' : 'running';
  if (among('failed')) return 'failed';
  return among('completed') ? 'completed' : 'skipped';
}
