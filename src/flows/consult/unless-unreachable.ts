import type { RunContext } from '../../domain/run-context.ts';

/** What the knowledge base gives, or null when it cannot be reached. An aborted turn still throws its own error. */
export async function unlessUnreachable<Result>(
  { signal, emit }: Pick<RunContext, 'signal' | 'emit'>,
  ask: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    // A bug of our own is no outage, and is not excused as one.
    if (signal.aborted || error instanceof TypeError || error instanceof RangeError) throw error;
    const problem = error instanceof Error ? error.name : 'unknown';
    emit({
      type: 'note',
      data: { topic: 'task-degraded', task: 'search', reason: 'knowledge-unreachable', problem },
    });
    return null;
  }
}
