import { mapBounded } from '../../engine/map-bounded.ts';
import type { DeskTask, TaskOutcome } from './desk-work.ts';
import { type RunTaskOptions, runTask } from './run-task.ts';

export interface ExecuteOptions extends Omit<RunTaskOptions, 'left'> {
  /** How many tasks of a group run at once. */
  limit: number;
  /** How long an agent may work, all its tasks together. */
  timeLimit: (agent: string) => number;
  onStart: (task: DeskTask) => void;
  onEnd: (outcome: TaskOutcome) => void;
}

/** Runs a plan group by group. Nothing that one task does, or does not do, keeps the others from ending. */
export async function executePlan(
  plan: readonly DeskTask[],
  { limit, timeLimit, onStart, onEnd, ...options }: ExecuteOptions,
): Promise<TaskOutcome[]> {
  const { signal } = options;
  const outcomes: TaskOutcome[] = [];
  const spent = new Map<string, number>();
  for (const group of [...new Set(plan.map((task) => task.group))].sort((a, b) => a - b)) {
    const tasks = plan.filter((task) => task.group === group);
    const earlier = [...outcomes];
    const settled = await mapBounded(tasks, { limit, signal }, async (task) => {
      onStart(task);
      const left = timeLimit(task.agent) - (spent.get(task.agent) ?? 0);
      const outcome = await runTask(task, earlier, { ...options, left });
      onEnd(outcome);
      return outcome;
    });
    signal.throwIfAborted();
    const ended = settled.map(unwrap);
    outcomes.push(...ended);
    for (const agent of new Set(tasks.map((task) => task.agent)))
      spent.set(agent, (spent.get(agent) ?? 0) + longestOf(ended.filter(({ task }) => task.agent === agent)));
  }
  return outcomes;
}

/** Side by side, the longest is what they took. */
function longestOf(outcomes: readonly TaskOutcome[]): number {
  return Math.max(0, ...outcomes.map(({ started_at, ended_at }) => ended_at - started_at));
}

function unwrap(
  settled: { status: 'ok'; value: TaskOutcome } | { status: 'failed'; error: unknown },
): TaskOutcome {
  // Tasks end with an outcome; only a run that is over, or a fault of our own, ends otherwise.
  if (settled.status === 'failed') throw settled.error;
  return settled.value;
}
