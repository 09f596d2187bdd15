import { ALL_DEPARTMENTS } from '../../domain/access.ts';
import type { Answer } from '../../domain/answer.ts';
import type { DeskSettings } from '../../domain/desk-agents.ts';
import type { ChitchatRouting, DeskFailure, DeskFinal } from '../../domain/desk-output.ts';
import { agentsIn, type DeskState, failedAgents, type TaskOutcome } from './desk-work.ts';
import { evidenceOf, listActions, measureWork } from './report-work.ts';

const NO_RESOLUTION = { owner: null, conflicts: [], duration_ms: 0 };
const ERROR_WORDS = { timeout: 'Tool timeout', tool_error: 'Tool error' } as const;

/** The desk's own result: its final output, the error structure where an agent failed, or small talk. */
export function deskOutput(
  { message, confidence, follow_up_questions }: Omit<Answer, 'output'>,
  state: Partial<DeskState>,
  { conflict_weights }: DeskSettings,
): DeskFinal | DeskFailure | ChitchatRouting {
  const { frame, outcomes = [], resolution = NO_RESOLUTION, cited = [] } = state;
  if (state.route === 'chitchat' || !frame)
    return { refined_query: '', is_chitchat: true, chitchat_response: message };
  const { started_at } = frame;
  const formatted = state.formatted ?? { reasoning: '', started_at, finished_at: started_at };
  const flow_action = listActions({ frame, outcomes, resolution, formatted, weights: conflict_weights });
  const performance_metrics = measureWork({ frame, outcomes, resolution, formatted });
  const failed = failedAgents(outcomes);
  const [first] = failed;
  if (first) {
    return {
      error: true,
      error_code: 'AGENT_EXECUTION_FAILED',
      error_message: failed.map(({ agent, tool }) => `${agent} agent failed to execute ${tool}`).join('; '),
      partial_results: Object.fromEntries([
        ...succeeded(
          outcomes,
          failed.map(({ agent }) => agent),
        ),
        ...failed.map(
          ({ agent, type }) => [agent, { status: 'failed' as const, error: ERROR_WORDS[type] }] as const,
        ),
      ]),
      fallback_answer: message,
      flow_action,
      performance_metrics,
    };
  }
  const { departments } = frame.access;
  return {
    answer: message,
    evidence: cited.map(evidenceOf),
    reasoning: formatted.reasoning,
    confidence_score: confidence,
    follow_up_questions,
    flow_action,
    execution_metadata: {
      total_duration_ms: formatted.finished_at - started_at,
      agents_invoked: agentsIn(outcomes),
      tools_executed: [
        ...new Set(outcomes.filter(({ status }) => status === 'completed').map(({ task }) => task.tool)),
      ],
      total_queries: queriesIn(outcomes),
      conflict_resolution_applied: resolution.conflicts.length > 0,
      department_permission_filtering: true,
      accessible_departments: departments.includes(ALL_DEPARTMENTS)
        ? [...new Set(Object.values(frame.agents).flatMap((agent) => agent.departments))]
        : departments,
    },
    performance_metrics,
  };
}

/** What the agents were asked: one query to one agent is one, whichever of its tools looked for an answer. */
function queriesIn(outcomes: readonly TaskOutcome[]): number {
  const asked = outcomes.filter(({ task }) => task.query_index !== null);
  return new Set(asked.map(({ task }) => JSON.stringify([task.agent, task.query]))).size;
}

/** What the agents that did their part found. */
function succeeded(outcomes: readonly TaskOutcome[], failed: readonly string[]) {
  return agentsIn(outcomes)
    .filter((agent) => !failed.includes(agent))
    .map((agent) => {
      const answers = outcomes
        .filter(({ task }) => task.agent === agent)
        .flatMap(({ result }) => result?.answer ?? []);
      const answer = answers.filter((text) => text !== '').at(-1) ?? '';
      return [agent, { status: 'success' as const, answer }] as const;
    });
}
