import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { AnyPause } from './any-step.ts';
import { type Carried, compileFlow } from './compile-flow.ts';
import type { Flow } from './define-flow.ts';
import { isolateRun } from './isolate-run.ts';

/** What a run carried to where it stopped, and the pause at which it waits, if it does. */
export async function loadPause(
  flow: Flow,
  runId: string,
  checkpointer: BaseCheckpointSaver,
): Promise<Carried & { pause: AnyPause | undefined }> {
  if (!flow.pauses) return { values: {}, trace: [], pause: undefined };
  const graph = compileFlow(flow, checkpointer);
  const saved = await isolateRun(() => graph.getState({ configurable: { thread_id: runId } }));
  // Only this engine writes the channel; it is absent when there is no such run.
  const carried: Carried = saved.values.$carried ?? { values: {}, trace: [] };
  const next = flow.nodes[saved.next[0] ?? ''];
  return { ...carried, pause: next?.kind === 'pause' ? next : undefined };
}
