import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Clock } from '../../domain/run-context.ts';
import { mapBounded } from '../../engine/map-bounded.ts';
import { whenAborted } from '../../engine/when-aborted.ts';
import type { DeskTask, FailureType, TaskOutcome, ToolResult } from './desk-work.ts';

const FIRST_PAUSE_MS = 50;

export interface ExecuteOptions {
  /** How many tasks of a group run at once. */
  limit: number;
  /** How long an agent may work, all its tasks together. */
  timeLimit: (agent: string) => number;
  retries: number;
  signal: AbortSignal;
  clock: Clock;
  run: (task: DeskTask, earlier: readonly TaskOutcome[], signal: AbortSignal) => Promise<ToolResult | null>;
  onStart: (task: DeskTask) => void;
  onEnd: (outcome: TaskOutcome) => void;
}

/** Runs a plan group by group. Nothing that one task does, or does not do, keeps the others from ending. */
export async function executePlan(
  plan: readonly DeskTask[],
  options: ExecuteOptions,
): Promise<TaskOutcome[]> {
  const { limit, signal, clock } = options;
  const outcomes: TaskOutcome[] = [];
  const spent = new Map<string, number>();
  for (const group of [...new Set(plan.map((task) => task.group))].sort((a, b) => a - b)) {
    const tasks = plan.filter((task) => task.group === group);
    const earlier = [...outcomes];
    const ended = await mapBounded(tasks, { limit, signal }, (task) => runTask(task, earlier));
    signal.throwIfAborted();
    outcomes.push(...ended.map((one) => unwrap(one)));
    for (const agent of new Set(tasks.map((task) => task.agent))) {
      const took = outcomes
        .filter(({ task }) => task.group === group && task.agent === agent)
        .map(({ started_at, ended_at }) => ended_at - started_at);
      spent.set(agent, (spent.get(agent) ?? 0) + Math.max(0, ...took));
    }
  }
  return outcomes;

  async function runTask(task: DeskTask, earlier: readonly TaskOutcome[]): Promise<TaskOutcome> {
    const started_at = clock();
    const found = task.depends_on.map((id) => earlier.find((outcome) => outcome.task.id === id));
    const inputs = found.flatMap((outcome) => outcome?.output_hash ?? []);
    const input_hash = hashOf({ agent: task.agent, tool: task.tool, query: task.query, inputs });
    const end = (
      status: TaskOutcome['status'],
      failure: FailureType | null,
      result: ToolResult | null,
      attempts: number,
    ) => {
      const output_hash =
        result === null ? null : hashOf([result.answer, result.passages.map(({ id }) => id)]);
      const outcome = {
        task,
        status,
        failure,
        attempts,
        started_at,
        ended_at: clock(),
        input_hash,
        output_hash,
        result,
      };
      options.onEnd(outcome);
      return outcome;
    };
    options.onStart(task);
    // It works on what they found: on part of it where one failed, not at all where all did.
    const hasNothing =
      task.depends_on.length > 0 && !found.some((outcome) => outcome?.status === 'completed');
    if (hasNothing) return end('skipped', 'dependency_failed', null, 0);

    const left = options.timeLimit(task.agent) - (spent.get(task.agent) ?? 0);
    const limited = limitedSignal(signal, left);
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await Promise.race([options.run(task, earlier, limited.signal), limited.aborted]);
          return result === null
            ? end('skipped', 'not_applicable', null, attempt)
            : end('completed', null, result, attempt);
        } catch (error) {
          if (signal.aborted) throw error;
          if (limited.signal.aborted) return end('failed', 'timeout', null, attempt);
          if (attempt > options.retries) return end('failed', 'tool_error', null, attempt);
        }
        const hasTime = await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), limited.signal);
        if (!hasTime) return end('failed', 'timeout', null, attempt);
      }
    } finally {
      limited.dispose();
    }
  }
}

/** Ends with the run, or when the agent's time is over. */
function limitedSignal(outer: AbortSignal, ms: number) {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason ?? new Error('the agent ran out of time'));
  const timer = setTimeout(stop, Math.max(0, ms));
  outer.addEventListener('abort', stop, { once: true });
  if (outer.aborted) stop();
  const { promise, forget } = whenAborted(controller.signal);
  const dispose = () => {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
    forget();
  };
  return { signal: controller.signal, aborted: promise, dispose };
}

/** False when the time ran out while waiting. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal }).catch(() => false);
}

function unwrap(
  settled: { status: 'ok'; value: TaskOutcome } | { status: 'failed'; error: unknown },
): TaskOutcome {
  // Tasks end with an outcome; only a run that is over, or a fault of our own, ends otherwise.
  if (settled.status === 'failed') throw settled.error;
  return settled.value;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}
