import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { DeskTask, FailureType, TaskOutcome, ToolResult } from './desk-work.ts';
import { limitTime, pause } from './limit-time.ts';

const FIRST_PAUSE_MS = 50;

export interface RunTaskOptions {
  /** How much of its agent's time is left. */
  left: number;
  retries: number;
  signal: AbortSignal;
  clock: Clock;
  run: (task: DeskTask, earlier: readonly TaskOutcome[], signal: AbortSignal) => Promise<ToolResult | null>;
}

/** Does one task: again where its tool fails, not at all where there is nothing to work on, and never past its time. */
export async function runTask(
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

  const limited = limitTime(signal, left);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await Promise.race([run(task, earlier, limited.signal), limited.aborted]);
        return result === null
          ? end('skipped', 'not_applicable', attempt)
          : end('completed', null, attempt, result);
      } catch (error) {
        if (signal.aborted) throw error;
        if (limited.signal.aborted) return end('failed', 'timeout', attempt);
        if (attempt > retries) return end('failed', 'tool_error', attempt);
      }
      const hasTime = await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1), limited.signal);
      if (!hasTime) return end('failed', 'timeout', attempt);
    }
  } finally {
    limited.dispose();
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}
