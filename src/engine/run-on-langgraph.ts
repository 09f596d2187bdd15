import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { LangChainTracer } from '@langchain/core/tracers/tracer_langchain';
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Step } from '../domain/answer.ts';
import type { Flow } from './define-flow.ts';
import type { AnyPause } from './define-node.ts';
import type { StateValues } from './flow-state.ts';
import { type FlowFrame, takeStep } from './run-steps.ts';

/** maxSteps is ours to enforce; LangGraph's own limit only has to stay out of the way. */
const SPARE_STEPS = 10;

/** Runs a flow that can pause until it ends, pauses or fails: from its start, or on from its checkpoint. */
export async function runOnLangGraph(
  frame: FlowFrame,
  from: 'start' | 'checkpoint',
  checkpointer: BaseCheckpointSaver,
): Promise<void> {
  const { flow, run } = frame;
  const stopped: { failure?: { error: unknown } } = {};
  const options = {
    context: { frame, stopped },
    configurable: { thread_id: run.context.runId },
    recursionLimit: flow.maxSteps + SPARE_STEPS,
    // Written once, when the flow ends or pauses, and before `invoke` returns.
    durability: 'exit' as const,
    callbacks: [silentTracer],
  };
  const input = from === 'start' ? { $carried: { values: frame.values, trace: [] } } : null;
  const graph = compileFlow(flow, checkpointer);
  await apart(() => graph.invoke(input, options)).catch((error: unknown) => {
    throw stopped.failure === undefined ? error : stopped.failure.error;
  });
}

/** What a run carried to where it stopped, and the pause at which it waits, if it does. */
export async function loadPause(
  flow: Flow,
  runId: string,
  checkpointer: BaseCheckpointSaver,
): Promise<Carried & { pause: AnyPause | undefined }> {
  const graph = compileFlow(flow, checkpointer);
  const saved = await apart(() => graph.getState({ configurable: { thread_id: runId } }));
  // Only this engine writes the channel; it is absent when there is no such run.
  const carried: Carried = saved.values.$carried ?? { values: {}, trace: [] };
  const next = flow.nodes[saved.next[0] ?? ''];
  return { ...carried, pause: next?.kind === 'pause' ? next : undefined };
}

/** What LangGraph carries from step to step, and what a checkpoint holds. */
interface Carried {
  values: StateValues;
  /** The steps so far, for the process that resumes. */
  trace: Step[];
}

// One channel for the whole state and a Command for the route: measured a quarter faster than a channel
// for each key and conditional edges. The `$` keeps it apart from the steps' names.
const Channels = Annotation.Root({ $carried: Annotation<Carried> });

const compiled = new WeakMap<Flow, WeakMap<BaseCheckpointSaver, ReturnType<typeof build>>>();

/** The flow as a LangGraph graph, built once per flow and checkpointer. */
function compileFlow(flow: Flow, checkpointer: BaseCheckpointSaver) {
  const bySaver = compiled.get(flow) ?? new WeakMap<BaseCheckpointSaver, ReturnType<typeof build>>();
  compiled.set(flow, bySaver);
  const graph = bySaver.get(checkpointer) ?? build(flow, checkpointer);
  bySaver.set(checkpointer, graph);
  return graph;
}

function build(flow: Flow, checkpointer: BaseCheckpointSaver) {
  const steps = Object.keys(flow.nodes).map((key): [string, GraphNode, { ends: string[] }] => [
    key,
    graphNode(key),
    { ends: Object.values(flow.routes[key] ?? {}).map(graphTarget) },
  ]);
  return new StateGraph(Channels).addNode(steps).addEdge(START, flow.start).compile({ checkpointer });
}

interface GraphContext {
  frame: FlowFrame;
  stopped: { failure?: { error: unknown } };
}
type GraphNode = (
  state: typeof Channels.State,
  config: { context?: Partial<GraphContext> },
) => Promise<Command>;

function graphNode(key: string): GraphNode {
  return async (_, { context: { frame, stopped } = {} }) => {
    if (!frame || !stopped) throw new Error('A compiled flow runs through runOnLangGraph only.');
    const { run } = frame;
    const next = await takeStep(frame, key).catch((error: unknown) => {
      // LangGraph marks the errors that pass through it, so it gets one of its own.
      stopped.failure = { error };
      throw new Error('The flow has stopped.');
    });
    // Ends the invocation by throwing.
    if (next === null) return interrupt(run.paused?.payload);
    const carried: Carried = { values: frame.values, trace: run.journal.trace };
    return new Command({ update: { $carried: carried }, goto: graphTarget(next) });
  };
}

function graphTarget(target: string): string {
  return target === 'end' ? END : target;
}

// Where the environment asks for LangSmith, LangChain adds a tracer of its own unless there is one: this one sends nothing.
const silentTracer = new LangChainTracer({
  client: { createRun: async () => {}, updateRun: async () => {} },
});

/** Calls LangGraph as no part of a graph that may be running around it, whose settings it would take over. */
function apart<Result>(callback: () => Promise<Result>): Promise<Result> {
  return AsyncLocalStorageProviderSingleton.getInstance().run(undefined, callback);
}
