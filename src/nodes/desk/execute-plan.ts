import { mapBounded } from '../../engine/map-bounded.ts';
import type { DeskTask, TaskOutcome } from './desk-work.ts';
import { type RunTaskOptions, runTask } from './run-task.ts';
import { type AgentShare, shareSlots } from './share-slots.ts';

export interface ExecuteOptions extends Omit<RunTaskOptions, 'left'> {
  /** What was done of the plan before. */
  before?: readonly TaskOutcome[];
  /** How many tasks of a group run at once. */
  limit: number;
  /** How long an agent may work, all its tasks together. */
  timeLimit: (agent: string) => number;
  onStart: (task: DeskTask) => void;
  onEnd: (outcome: TaskOutcome) => void;
}

/** Runs a plan group by group. Nothing that one agent does, or does not do, keeps the others from ending. */
export async function executePlan(
  plan: readonly DeskTask[],
  { before = [], limit, timeLimit, onStart, onEnd, ...options }: ExecuteOptions,
): Promise<TaskOutcome[]> {
  const { signal, clock } = options;
  const outcomes: TaskOutcome[] = [...before];
  const spent = new Map<string, number>();
  for (const { task, started_at, ended_at } of before)
    spent.set(task.agent, (spent.get(task.agent) ?? 0) + ended_at - started_at);
  const open = plan.filter(({ id }) => !before.some(({ task }) => task.id === id));
  for (const group of [...new Set(open.map((task) => task.group))].sort((a, b) => a - b)) {
    const tasks = open.filter((task) => task.group === group);
    const earlier = [...outcomes];
    const ended = await mapBounded(shareSlots(tasks, limit), { limit, signal }, (share) =>
      runShare(share, earlier),
    );
    signal.throwIfAborted();
    const done = ended.flatMap(unwrap);
    outcomes.push(...tasks.flatMap((task) => done.find((outcome) => outcome.task.id === task.id) ?? []));
  }
  return outcomes;

  /** One agent's tasks of a group, on its own slots and its own time: neither is taken from another agent. */
  async function runShare(
    { agent, tasks, slots }: AgentShare,
    earlier: readonly TaskOutcome[],
  ): Promise<TaskOutcome[]> {
    const begun = clock();
    // Waiting for a slot, or for other agents between groups, is not work.
    const deadline = begun + timeLimit(agent) - (spent.get(agent) ?? 0);
    const settled = await mapBounded(tasks, { limit: slots, signal }, async (task) => {
      onStart(task);
      const outcome = await runTask(task, earlier, { ...options, left: deadline - clock() });
      onEnd(outcome);
      return outcome;
    });
    spent.set(agent, (spent.get(agent) ?? 0) + clock() - begun);
    return settled.map(unwrap);
  }
}

function unwrap<Value>(
  settled: { status: 'ok'; value: Value } | { status: 'failed'; error: unknown },
): Value {
  // Tasks end with an outcome; only a run that is over, or a fault of our own, ends otherwise.
  if (settled.status === 'failed') throw settled.error;
  return settled.value;
}
