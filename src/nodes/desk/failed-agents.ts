import { ORCHESTRATOR, type TaskOutcome } from './desk-work.ts';

export interface FailedAgent {
  agent: string;
  tool: string;
  type: 'timeout' | 'tool_error';
}

/** The agents that could not do all of their part, each with the first tool that failed it. */
export function failedAgents(outcomes: readonly TaskOutcome[]): FailedAgent[] {
  const failed = new Map<string, FailedAgent>();
  for (const { task, status, failure } of outcomes) {
    if (status !== 'failed' || task.agent === ORCHESTRATOR || failed.has(task.agent)) continue;
    failed.set(task.agent, {
      agent: task.agent,
      tool: task.tool,
      type: failure === 'timeout' ? 'timeout' : 'tool_error',
    });
  }
  return [...failed.values()];
}
