import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pMap from 'p-map';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Clock } from '../../domain/run-context.ts';
import { withSignal } from '../../domain/signals.ts';
import type { DeskTask, FailureType, TaskOutcome, ToolResult } from './desk-work.ts';

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
    const shares = shareSlots(tasks, limit);
    // Tasks end with an outcome; only a run that is over, or a fault of our own, ends otherwise.
    const ended = await pMap(shares, (share) => runShare(share, earlier), { concurrency: limit, signal });
    const done = ended.flat();
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
    const run = async (task: DeskTask) => {
      onStart(task);
      const outcome = await runTask(task, earlier, { ...options, left: deadline - clock() });
      onEnd(outcome);
      return outcome;
    };
    const ended = await pMap(tasks, run, { concurrency: slots, signal });
    spent.set(agent, (spent.get(agent) ?? 0) + clock() - begun);
    return ended;
  }
}

interface AgentShare {
  agent: string;
  tasks: DeskTask[];
  /** How many of its tasks may run at once. */
  slots: number;
}

/** The tasks of a group agent by agent, each with its part of the slots: an agent that hangs holds no others'. */
function shareSlots(tasks: readonly DeskTask[], limit: number): AgentShare[] {
  const agents = [...new Set(tasks.map(({ agent }) => agent))];
  const shares = agents.map((agent) => ({
    agent,
    tasks: tasks.filter((task) => task.agent === agent),
    slots: 1,
  }));
  let free = limit - shares.length;
  while (free > 0) {
    // Each slot goes to the agent with the most tasks per slot, as long as any has more tasks than slots.
    const [neediest] = shares
      .filter((share) => share.tasks.length > share.slots)
      .sort((a, b) => b.tasks.length / b.slots - a.tasks.length / a.slots);
    if (!neediest) break;
    neediest.slots += 1;
    free -= 1;
  }
  return shares;
}

const FIRST_PAUSE_MS = 50;

interface RunTaskOptions {
  /** How much of its agent's time is left. */
  left: number;
  retries: number;
  signal: AbortSignal;
  clock: Clock;
  run: (task: DeskTask, earlier: readonly TaskOutcome[], signal: AbortSignal) => Promise<ToolResult | null>;
}

/** Does one task: again where its tool fails, not at all where there is nothing to work on, and never past its time. */
async function runTask(
  task: DeskTask,
  earlier: readonly TaskOutcome[],
  { left, retries, signal, clock, run }: RunTaskOptions,
): Promise<TaskOutcome> {
  const started_at = clock();
  const found = task.depends_on.map((id) => earlier.find((outcome) => outcome.task.id === id));
  const inputs = found.flatMap((outcome) => outcome?.output_hash ?? []);
  const input_hash = hashOf({ agent: task.agent, tool: task.tool, query: task.query, inputs });
  const end = (
    status: TaskOutcome['status'],
    failure: FailureType | null,
    attempts: number,
    result: ToolResult | null = null,
  ): TaskOutcome => ({
    task,
    status,
    failure,
    attempts,
    started_at,
    ended_at: clock(),
    input_hash,
    output_hash: result === null ? null : hashOf([result.answer, result.passages.map(({ id }) => id)]),
    result,
  });
  // It works on what they found: on part of it where one failed, not at all where all did.
  const hasNothing = task.depends_on.length > 0 && !found.some((outcome) => outcome?.status === 'completed');
  if (hasNothing) return end('skipped', 'dependency_failed', 0);
  if (left <= 0) return end('failed', 'timeout', 0);

  let attempts = 0;
  try {
    return await withSignal({ parent: signal, limitMs: left }, async (limited) => {
      for (;;) {
        attempts += 1;
        try {
          const result = await run(task, earlier, limited);
          return result === null
            ? end('skipped', 'not_applicable', attempts)
            : end('completed', null, attempts, result);
        } catch (error) {
          if (limited.aborted) throw error;
          if (attempts > retries) return end('failed', 'tool_error', attempts);
        }
        await wait(FIRST_PAUSE_MS * 2 ** (attempts - 1), undefined, { signal: limited });
      }
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return end('failed', 'timeout', attempts);
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}
