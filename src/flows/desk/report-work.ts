import type { ConflictWeights } from '../../domain/desk-agents.ts';
import type { DeskEvidence, FlowAction, PerformanceMetrics } from '../../domain/desk-output.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import {
  agentsIn,
  type DeskFrame,
  endedAs,
  failedAgents,
  type Resolution,
  type ResolvedConflict,
  type TaskOutcome,
} from './desk-work.ts';
import { isSynthetic } from './synthetic-passage.ts';

interface DoneWork {
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

function actionOf(outcome: TaskOutcome): Omit<FlowAction, 'order'> {
  const { task, status, input_hash, output_hash, attempts, failure } = outcome;
  return {
    node_id: task.id,
    type: 'agent_tool',
    agent: task.agent,
    tool: task.tool,
    ...(task.query_index === null ? {} : { query_index: task.query_index }),
    status: endedAs(status, 'done'),
    ...timestamps(outcome),
    duration_ms: durationOf(outcome),
    input_hash,
    ...(output_hash === null ? {} : { output_hash }),
    ...(task.depends_on.length === 0 ? {} : { depends_on: task.depends_on }),
    metadata: { group: task.group, attempts, ...(failure === null ? {} : { reason: failure }) },
  };
}

function timestamps({ started_at, ended_at }: DeskFrame['routing']) {
  return { started_at: new Date(started_at).toISOString(), ended_at: new Date(ended_at).toISOString() };
}

const DAY_MS = 86_400_000;

/** How long everything took, how often the cache knew, and how good what each agent found is. */
export function measureWork({
  frame,
  outcomes,
  resolution,
  formatted,
}: Omit<DoneWork, 'weights'>): PerformanceMetrics {
  const agents = agentsIn(outcomes);
  const tools = [...new Set(outcomes.map(({ task }) => task.tool))];
  const asked = outcomes.filter(({ result }) => typeof result?.cached === 'boolean');
  return {
    query_processing_time_ms: formatted.finished_at - frame.started_at,
    agent_execution_times: Object.fromEntries(
      agents.map((agent) => [
        agent,
        sum(outcomes.filter(({ task }) => task.agent === agent).map(durationOf)),
      ]),
    ),
    tool_usage_stats: Object.fromEntries(
      tools.map((tool) => {
        const took = outcomes.filter(({ task }) => task.tool === tool).map(durationOf);
        return [tool, { calls: took.length, avg_time_ms: round(sum(took) / took.length) }];
      }),
    ),
    conflict_resolution_time_ms: resolution.duration_ms,
    cache_hit_ratio:
      asked.length === 0
        ? 0
        : round(asked.filter(({ result }) => result?.cached === true).length / asked.length),
    content_quality_metrics: Object.fromEntries(agents.map((agent) => [`${agent}_agent`, qualityOf(agent)])),
  };

  function qualityOf(agent: string): PerformanceMetrics['content_quality_metrics'][string] {
    const searches = outcomes.filter(({ task }) => task.agent === agent && task.query_index !== null);
    const answered = searches.filter(({ result }) => (result?.sentences.length ?? 0) > 0);
    const passages = searches
      .flatMap(({ result }) => result?.passages ?? [])
      .filter((passage) => !isSynthetic(passage));
    const newest = Math.max(0, ...passages.map(({ document }) => Date.parse(document.created_at)));
    const days = (frame.started_at - newest) / DAY_MS;
    return {
      completeness:
        answered.length === 0
          ? 'none'
          : answered.length === searches.length
            ? 'comprehensive'
            : 'partial_with_context',
      recency: days <= 30 ? 'within_30_days' : days <= 90 ? 'within_90_days' : 'older',
      domain_match: agent === FALLBACK_AGENT ? 'general' : agent === resolution.owner ? 'perfect' : 'partial',
    };
  }
}

function durationOf({ started_at, ended_at }: TaskOutcome): number {
  return ended_at - started_at;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A source as the desk tells of it. */
export function evidenceOf({ document, scores }: RankedPassage): DeskEvidence {
  const { collection } = document;
  return {
    url: document.url,
    created_at: document.created_at,
    source_type:
      collection === 'log' || collection === 'calculation' || collection === 'resolution'
        ? collection
        : 'rag',
    scope: document.scope,
    relevance_score: Math.round(scores.relevance * 1_000) / 1_000,
  };
}

/** What is weighed, where nothing had to be settled. */
const NOTHING_SETTLED = 'weighted_scoring';

/** The rule that settled the contradictions; several are named in the order in which they first decided. */
export function namePolicy(conflicts: readonly ResolvedConflict[]): string {
  const named = new Set(conflicts.map(policyOf));
  return named.size === 0 ? NOTHING_SETTLED : [...named].join('+');
}

function policyOf({ a, b, winner, rule }: ResolvedConflict): string {
  if (winner === 'both' || rule === null) return 'show_both';
  const won = winner === 'a' ? a : b;
  if (rule === 'domain') return `prefer_${won.agent}_if_owner`;
  return rule === 'scope' ? `prefer_${won.agent}_if_${won.scope}` : POLICIES[rule];
}

const POLICIES = {
  recency: 'prefer_newer',
  relevance: 'prefer_more_relevant',
  evidence: 'prefer_stronger_evidence',
} as const;
