import type { AgentOutput } from '../../domain/desk-results.ts';
import { ORCHESTRATOR, type TaskOutcome } from './desk-work.ts';
import { evidenceOf } from './evidence-of.ts';
import { isMade } from './made-passage.ts';

const TRACE_STATUS = { completed: 'ok', failed: 'failed', skipped: 'skipped' } as const;

/** What each agent found, query by query; what it summed up or calculated answers as one more query. */
export function gatherOutputs(outcomes: readonly TaskOutcome[]): AgentOutput[] {
  const agents = [...new Set(outcomes.map(({ task }) => task.agent))].filter(
    (agent) => agent !== ORCHESTRATOR,
  );
  return agents.map((agent) => {
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
            .filter((passage) => task.tool !== 'math_tool' || isMade(passage))
            .map(evidenceOf),
        })),
      tool_trace: own.map(({ task, status, started_at, ended_at }) => ({
        tool: task.tool,
        status: status === 'pending' || status === 'running' ? ('skipped' as const) : TRACE_STATUS[status],
        duration_ms: ended_at - started_at,
      })),
    };
  });
}
