import type { PerformanceMetrics } from '../../domain/desk-output.ts';
import { FALLBACK_AGENT } from './agents/default-settings.ts';
import { type DeskFrame, ORCHESTRATOR, type Resolution, type TaskOutcome } from './desk-work.ts';
import { isMade } from './made-passage.ts';

const DAY_MS = 86_400_000;

interface Work {
  frame: DeskFrame;
  outcomes: readonly TaskOutcome[];
  resolution: Resolution;
  finished_at: number;
}

/** How long everything took, how often the cache knew, and how good what each agent found is. */
export function measureWork({ frame, outcomes, resolution, finished_at }: Work): PerformanceMetrics {
  const agents = [...new Set(outcomes.map(({ task }) => task.agent))].filter(
    (agent) => agent !== ORCHESTRATOR,
  );
  const tools = [...new Set(outcomes.map(({ task }) => task.tool))];
  const asked = outcomes.filter(({ result }) => typeof result?.cached === 'boolean');
  return {
    query_processing_time_ms: finished_at - frame.started_at,
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
      .filter((passage) => !isMade(passage));
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
