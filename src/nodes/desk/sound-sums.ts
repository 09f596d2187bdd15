import { statementKey } from './conflicts/settle-conflicts.ts';
import type { TaskOutcome } from './desk-work.ts';
import { isMade } from './made-passage.ts';

/**
 * The calculations that may be stated: none of which an input lost, and of several that come to different results only
 * that of the agent whose subject it is.
 */
export function soundSums(
  outcomes: readonly TaskOutcome[],
  lost: ReadonlySet<string>,
  owner: string | null,
): TaskOutcome[] {
  const standing = outcomes.filter(
    ({ task, result }) =>
      task.tool === 'math_tool' &&
      result !== null &&
      !result.sentences.some(({ passage_id, text }) => lost.has(statementKey(passage_id, text))),
  );
  const made = standing.filter(({ result }) => isCalculated(result));
  if (made.length === 0) return standing.slice(0, 1);
  const results = new Set(made.map(({ result }) => result?.answer.split(' = ').at(-1)));
  if (results.size === 1) return made;
  return made.filter(({ task }) => task.agent === owner);
}

/** Rests on figures, rather than saying that some are missing. */
export function isCalculated(result: TaskOutcome['result']): boolean {
  const [first] = result?.passages ?? [];
  return first !== undefined && isMade(first) && / = /u.test(first.text);
}
