import type { DeskSettings } from '../../../domain/desk-agents.ts';
import type { AgentOutput, DeskProgress, TaskStatus } from '../../../domain/desk-output.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { defaultLimit } from '../choose-agents.ts';
import { agentsIn, DeskState, endedAs, ORCHESTRATOR, type TaskOutcome } from '../desk-work.ts';
import { executePlan } from '../execute-plan.ts';
import { evidenceOf } from '../report-work.ts';
import { isSynthetic } from '../synthetic-passage.ts';
import type { DeskTools } from '../tools/desk-tool.ts';
import { aggregateStatus } from './plan-tasks.ts';

const FIRST_PERCENT = 75;
const LAST_PERCENT = 95;

type PlanningOutput = Extract<DeskProgress, { node: 'execute_planning' }>['output'];

/** Has the agents do their tasks and tells how far they are. An agent that fails or hangs costs its own part only. */
export function runAgents({ tools, settings }: { tools: DeskTools; settings: DeskSettings }) {
  const { workflow_config, agent_configs } = settings;
  const atMost = defaultLimit(settings);
  return defineNode({
    step: 'run-agents',
    reads: DeskState.pick({ frame: true, plan: true, outcomes: true, language: true, about_a_person: true }),
    outcomes: ['ran'],

    async run({ frame, plan, outcomes: before, language, about_a_person }, context) {
      const { clock, signal, emit } = context;
      const tell = (output: PlanningOutput) =>
        emit({ type: 'progress', data: { node: 'execute_planning', output } });
      let done = before.length;
      const ended = new Map(before.map(({ task, status }) => [task.id, status]));
      const statuses = new Map<string, TaskStatus>(plan.map(({ id }) => [id, ended.get(id) ?? 'pending']));
      const aggregate = () => aggregateStatus([...statuses.values()]);
      // Who is asked in addition makes the way longer, not what was walked of it shorter.
      const percent = () =>
        before.length > 0
          ? LAST_PERCENT
          : Math.round((FIRST_PERCENT + ((LAST_PERCENT - FIRST_PERCENT) * done) / plan.length) * 10) / 10;
      const outcomes = await executePlan(plan, {
        before,
        limit: agent_configs.enable_parallel_execution ? workflow_config.max_concurrent_agents : 1,
        timeLimit: (agent) => frame.agents[agent]?.timeout_ms ?? atMost,
        retries: workflow_config.max_retries,
        signal,
        clock,
        run: (task, earlier, limited) =>
          tools[task.tool]({
            task,
            agent: task.agent === ORCHESTRATOR ? null : (frame.agents[task.agent] ?? null),
            agents: frame.agents,
            access: frame.access,
            question: frame.asked,
            language,
            about_a_person,
            earlier,
            context: { ...context, signal: limited },
          }),
        onStart: ({ agent, tool, purpose, id }) => {
          statuses.set(id, 'running');
          tell({
            processing_status: 'executing_task',
            progress_percentage: percent(),
            progress_message: `Task ${numberOf(id)}/${plan.length}: ${purpose}`,
            aggregate_status: aggregate(),
            current_task: { agent, tool, purpose, status: 'running' },
          });
        },
        onEnd: ({ task: { agent, tool, purpose, id }, status }) => {
          done += 1;
          statuses.set(id, status);
          tell({
            processing_status: 'task_completed',
            progress_percentage: percent(),
            progress_message: `${status === 'completed' ? 'Completed' : 'Ended'} ${numberOf(id)}/${plan.length}: ${purpose}`,
            aggregate_status: aggregate(),
            completed_task: { agent, tool, purpose, status: endedAs(status, 'completed') },
          });
        },
      });
      tell({
        processing_status: 'ready_for_resolution',
        progress_percentage: LAST_PERCENT,
        progress_message: 'All tasks completed, proceeding to final response',
        aggregate_status: aggregate(),
        agent_responses: gatherOutputs(outcomes),
      });
      return { outcome: 'ran' as const, writes: { outcomes } };

      function numberOf(id: string): number {
        return plan.findIndex((task) => task.id === id) + 1;
      }
    },
  });
}

/** What each agent found, query by query; what it summed up or calculated answers as one more query. */
function gatherOutputs(outcomes: readonly TaskOutcome[]): AgentOutput[] {
  return agentsIn(outcomes).map((agent) => {
    const own = outcomes.filter(({ task }) => task.agent === agent);
    return {
      agent,
      queries: own
        .flatMap(({ task, result }) => (result === null ? [] : [{ task, result }]))
        .map(({ task, result }, i) => ({
          index: i + 1,
          query: task.query,
          context: result.context,
          answer: result.answer,
          evidence: result.passages
            .filter((passage) => task.tool !== 'math_tool' || isSynthetic(passage))
            .map(evidenceOf),
        })),
      tool_trace: own.map(({ task, status, started_at, ended_at }) => ({
        tool: task.tool,
        status: endedAs(status, 'ok'),
        duration_ms: ended_at - started_at,
      })),
    };
  });
}
