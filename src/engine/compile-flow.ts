import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Step } from '../domain/answer.ts';
import type { Flow } from './define-flow.ts';
import type { FlowFrame, FlowRun } from './flow-frame.ts';
import type { StateValues } from './state-access.ts';
import { takeStep } from './take-step.ts';

/** What LangGraph carries from step to step, and what a checkpoint holds. */
export interface Carried {
  values: StateValues;
  /** The steps so far, for the process that resumes; empty in flows that cannot pause. */
  trace: Step[];
}

// One channel for the whole state and a Command for the route: measured a quarter faster than a channel
// for each key and conditional edges. The `$` keeps it apart from the steps' names.
const Channels = Annotation.Root({ $carried: Annotation<Carried> });

export type CompiledFlow = ReturnType<typeof build>;

const compiled = new WeakMap<Flow, WeakMap<object, CompiledFlow>>();
const NO_CHECKPOINTER = {};

/** The flow as a LangGraph graph, built once per flow and checkpointer. Flows that cannot pause need none. */
export function compileFlow(flow: Flow, checkpointer: BaseCheckpointSaver | undefined): CompiledFlow {
  const saver = flow.pauses ? checkpointer : undefined;
  const bySaver = compiled.get(flow) ?? new WeakMap<object, CompiledFlow>();
  compiled.set(flow, bySaver);
  const graph = bySaver.get(saver ?? NO_CHECKPOINTER) ?? build(flow, saver);
  bySaver.set(saver ?? NO_CHECKPOINTER, graph);
  return graph;
}

function build(flow: Flow, saver: BaseCheckpointSaver | undefined) {
  const steps = Object.keys(flow.nodes).map((key): [string, GraphNode, { ends: string[] }] => [
    key,
    graphNode(flow, key),
    { ends: Object.values(flow.routes[key] ?? {}).map(graphTarget) },
  ]);
  // false, so that a sub-flow does not inherit the outer flow's checkpointer.
  const checkpointer = saver ?? false;
  return new StateGraph(Channels).addNode(steps).addEdge(START, flow.start).compile({ checkpointer });
}

type GraphNode = (
  state: typeof Channels.State,
  config: { context?: { frame?: FlowFrame } },
) => Promise<Command>;

function graphNode(flow: Flow, key: string): GraphNode {
  return async ({ $carried }, config) => {
    const frame = config.context?.frame;
    if (frame === undefined) throw new Error('A compiled flow runs through invokeFlow only.');
    const { run } = frame;
    const taken = await takeStep(frame, key, $carried.values).catch((error) => stop(run, error));
    if (taken.status === 'paused') {
      run.paused = { node: taken.node, payload: taken.payload };
      // Ends the invocation by throwing.
      return interrupt(taken.payload);
    }
    frame.values = taken.values;
    const carried: Carried = { values: taken.values, trace: flow.pauses ? run.journal.trace : [] };
    return new Command({
      update: { $carried: carried },
      goto: graphTarget(flow.routes[key]?.[taken.outcome] ?? 'end'),
    });
  };
}

/** LangGraph marks the errors that pass through it, so it gets one of its own. */
function stop(run: FlowRun, error: unknown): never {
  run.failure = { error };
  throw new Error('The flow has stopped.');
}

function graphTarget(target: string): string {
  return target === 'end' ? END : target;
}
