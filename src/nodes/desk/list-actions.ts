import type { ConflictWeights } from '../../domain/desk-agents.ts';
import type { FlowAction } from '../../domain/desk-output.ts';
import { namePolicy } from './conflicts/name-policy.ts';
import type { DeskFrame, Resolution, TaskOutcome } from './desk-work.ts';
import { failedAgents } from './failed-agents.ts';

const ACTION_STATUS = {
  completed: 'done',
  failed: 'failed',
  skipped: 'skipped',
  pending: 'skipped',
  running: 'skipped',
} as const;

export interface DoneWork {
  frame: DeskFrame;
  outcomes: readonly TaskOutcome[];
  resolution: Resolution;
  formatted: { started_at: number; finished_at: number };
  weights: ConflictWeights;
}

/** Everything that was done for the answer, numbered in order. */
export function listActions({ frame, outcomes, resolution, formatted, weights }: DoneWork): FlowAction[] {
  const actions: Omit<FlowAction, 'order'>[] = [
    {
      node_id: 'Router',
      type: 'router',
      agent: null,
      tool: null,
      status: 'done',
      ...timestamps(frame.routing),
      metadata: { decision: frame.decision },
    },
    {
      node_id: 'PermissionCheck',
      type: 'permission',
      agent: null,
      tool: null,
      status: 'done',
      ...timestamps(frame.permission_check),
      details: { scope: frame.access.scopes },
    },
    ...outcomes.map(actionOf),
    ...failedAgents(outcomes).map(({ agent, tool, type }) => ({
      node_id: 'ErrorHandler',
      type: 'error_handler' as const,
      status: 'handled' as const,
      error_details: { failed_agent: agent, failed_tool: tool, error_type: type },
    })),
    {
      node_id: 'ConflictResolver',
      type: 'resolver',
      status: 'done',
      policy: namePolicy(resolution.conflicts),
      duration_ms: resolution.duration_ms,
      resolved_conflicts: resolution.conflicts.filter(({ winner }) => winner !== 'both').length,
      metadata: { strategy: 'weighted_scoring', weights, conflicts: resolution.conflicts },
    },
    {
      node_id: 'AnswerFormatter',
      type: 'formatter',
      status: 'done',
      duration_ms: formatted.finished_at - formatted.started_at,
    },
  ];
  return actions.map((action, i) => ({ order: i + 1, ...action }));
}

function actionOf({
  task,
  status,
  started_at,
  ended_at,
  input_hash,
  output_hash,
  attempts,
  failure,
}: TaskOutcome): Omit<FlowAction, 'order'> {
  return {
    node_id: task.id,
    type: 'agent_tool',
    agent: task.agent,
    tool: task.tool,
    ...(task.query_index === null ? {} : { query_index: task.query_index }),
    status: ACTION_STATUS[status],
    ...timestamps({ started_at, ended_at }),
    duration_ms: ended_at - started_at,
    input_hash,
    ...(output_hash === null ? {} : { output_hash }),
    ...(task.depends_on.length === 0 ? {} : { depends_on: task.depends_on }),
    metadata: { group: task.group, attempts, ...(failure === null ? {} : { reason: failure }) },
  };
}

function timestamps({ started_at, ended_at }: DeskFrame['routing']) {
  return { started_at: new Date(started_at).toISOString(), ended_at: new Date(ended_at).toISOString() };
}
