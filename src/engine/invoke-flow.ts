import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import { type Carried, compileFlow } from './compile-flow.ts';
import type { EnterFlow, FlowFrame } from './flow-frame.ts';
import { isolateRun } from './isolate-run.ts';
import { writeState } from './state-access.ts';

/** maxSteps is ours to enforce; LangGraph's own limit only has to stay out of the way. */
const SPARE_STEPS = 10;

/** Runs a frame's flow until it ends, pauses or fails. `null` goes on from the checkpoint. */
export async function invokeFlow(
  frame: FlowFrame,
  input: Carried | null,
  checkpointer?: BaseCheckpointSaver,
): Promise<void> {
  const { flow, run } = frame;
  const graph = compileFlow(flow, checkpointer);
  const options = {
    context: { frame },
    configurable: flow.pauses ? { thread_id: run.context.runId } : {},
    recursionLimit: flow.maxSteps + SPARE_STEPS,
    // Written once, when the flow ends or pauses, and before the last item arrives.
    durability: 'exit',
    // The frame knows what happens; LangGraph need not tell.
    streamMode: 'custom',
  } as const;
  try {
    await isolateRun(async () => {
      // Not `invoke`: it would drop the surroundings that isolateRun has made.
      for await (const _ of graph._streamIterator(input && { $carried: input }, options));
    });
  } catch (error) {
    throw run.failure === undefined ? error : run.failure.error;
  }
}

/** Runs a flow as a step of another, in the same run and the same journal. */
export const enterFlow: EnterFlow = async (outer, node, flow, input) => {
  const prefix = `${node}/`;
  const values = writeState(`${prefix}input`, flow.state, {}, input);
  const frame: FlowFrame = { flow, run: outer.run, prefix, taken: 0, values };
  await invokeFlow(frame, { values, trace: [] });
  return frame.values;
};
