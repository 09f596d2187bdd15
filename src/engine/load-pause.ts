import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { AnyPause } from './any-step.ts';
import { type Carried, compileFlow } from './compile-flow.ts';
import type { Flow } from './define-flow.ts';
import { FlowError } from './flow-error.ts';
import { isolateRun } from './isolate-run.ts';

/** The pause at which a run waits, and what it carried there. */
export async function loadPause(
  flow: Flow,
  runId: string,
  checkpointer: BaseCheckpointSaver,
): Promise<Carried & { pause: AnyPause }> {
  if (!flow.pauses) throw new FlowError('RUN_NOT_WAITING', {}, []);
  const graph = compileFlow(flow, checkpointer);
  const saved = await isolateRun(() => graph.getState({ configurable: { thread_id: runId } }));
  // Only this engine writes the channel; it is absent when there is no such run.
  const carried: Carried = saved.values.$carried ?? { values: {}, trace: [] };
  const waiting = flow.nodes[saved.next[0] ?? ''];
  if (waiting?.kind !== 'pause') throw new FlowError('RUN_NOT_WAITING', {}, carried.trace);
  return { ...carried, pause: waiting };
}
