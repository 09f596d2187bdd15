import { setImmediate } from 'node:timers/promises';
import { GalenError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import { whenAborted } from '../domain/signals.ts';
import type { Flow } from './define-flow.ts';
import type { AnyStep, PausePayload, StepResult } from './define-node.ts';
import { stepName } from './draw-flow.ts';
import { toFlowError } from './flow-error.ts';
import { readState, type StateValues, writeState } from './flow-state.ts';
import type { RunJournal } from './run-journal.ts';

/** What all flows of one run share, the sub-flows included. */
export interface FlowRun {
  readonly context: RunContext;
  readonly journal: RunJournal;
  /** Rejects when the run's signal aborts. */
  readonly aborted: Promise<never>;
  /** A person's answer, until the pause that asked for it takes it. */
  answer?: { value: unknown } | undefined;
  /** Where the run waits. */
  paused?: { node: string; payload: PausePayload };
}

/** One flow being run: the outer one, or a sub-flow inside it. */
export interface FlowFrame {
  readonly flow: Flow;
  readonly run: FlowRun;
  /** Stands before the names of its steps: empty, or `outer-node/`. */
  readonly prefix: string;
  taken: number;
  values: StateValues;
}

/** Runs a flow that cannot pause, step by step, from its start to its end. */
export async function runSteps(frame: FlowFrame): Promise<void> {
  let next: string | null = frame.flow.start;
  while (next !== null && next !== 'end') next = await takeStep(frame, next);
}

/** Takes one step: reads, runs, writes. Gives the next step's key or `end`; null when a person is to be asked. */
export async function takeStep(frame: FlowFrame, key: string): Promise<string | null> {
  const { flow, run } = frame;
  // The keys come from the routes, which defineFlow has checked.
  const step = flow.nodes[key] as AnyStep;
  const node = frame.prefix + stepName(key);

  // Steps that never wait would keep the deadline's timer, and everybody else's work, from its turn.
  if (frame.taken > 0) await setImmediate();
  run.context.signal.throwIfAborted();
  if (frame.taken >= flow.maxSteps) {
    throw new GalenError('FLOW_MAX_STEPS', { flow: flow.name, limit: flow.maxSteps });
  }
  frame.taken += 1;
  const open = run.journal.begin(step.step ?? key, node);
  try {
    const outcome = await attempt(frame, step, node);
    if (outcome === null) return null;
    open.end(outcome);
    return flow.routes[key]?.[outcome] ?? 'end';
  } catch (error) {
    open.fail();
    throw toFlowError(run, error, new GalenError('FLOW_NODE_FAILED', { node }));
  }
}

/** The step's outcome, one that it has declared; null when it waits for a person. */
async function attempt(frame: FlowFrame, step: AnyStep, node: string): Promise<string | null> {
  const { flow, run } = frame;
  // Parsed by the step's own schema, so it is what the step's functions take.
  const reads = readState(node, step.reads, frame.values) as never;
  if (step.kind === 'pause' && run.answer === undefined) {
    run.paused = { node, payload: await orAbort(run, step.ask(reads, run.context)) };
    return null;
  }
  const { outcome, writes } = await perform(run, step, node, reads);
  if (!step.outcomes.includes(outcome)) {
    throw new GalenError('FLOW_UNKNOWN_OUTCOME', { node, outcome: String(outcome) });
  }
  frame.values = writeState(node, flow.state, frame.values, writes);
  return outcome;
}

async function perform(run: FlowRun, step: AnyStep, node: string, reads: never): Promise<StepResult> {
  if (step.kind === 'node') return orAbort(run, step.run(reads, run.context));
  if (step.kind === 'sub-flow') {
    const { flow } = step;
    const prefix = `${node}/`;
    const values = writeState(`${prefix}input`, flow.state, {}, step.input(reads));
    const inner: FlowFrame = { flow, run, prefix, taken: 0, values };
    // Its own steps hear the abort, so that each of them ends before this one does.
    await runSteps(inner);
    // The inner flow's final state is what its own schema has let in.
    return step.output(inner.values as never);
  }
  // Parsed by the pause's schema in resumeFlow; taken, so that the next pause asks anew.
  const answer = run.answer?.value as never;
  run.answer = undefined;
  return orAbort(run, step.run(reads, answer, run.context));
}

/** A step deaf to the signal cannot hold the run beyond its deadline. */
function orAbort<Value>(run: FlowRun, value: Promise<Value> | Value): Promise<Value> {
  return Promise.race([value, run.aborted]);
}

type Settled<Value> = { status: 'ok'; value: Value } | { status: 'failed'; error: unknown };

/** Maps with at most `limit` at a time. Results keep the items' order; one failure does not lose the others. */
export async function mapBounded<Item, Value>(
  items: readonly Item[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  fn: (item: Item, index: number) => Promise<Value> | Value,
): Promise<Settled<Value>[]> {
  if (!(limit >= 1)) throw new RangeError(`mapBounded needs a limit of at least 1, not ${limit}`);

  const results = new Array<Settled<Value>>(items.length);
  const aborted = whenAborted(signal);
  const queue = items.entries();
  // The workers share one iterator, so each item is taken once and in order.
  const work = async () => {
    for (const [index, item] of queue) {
      try {
        signal.throwIfAborted();
        // Raced, so that a function deaf to the signal cannot hold the others back.
        results[index] = { status: 'ok', value: await Promise.race([fn(item, index), aborted.promise]) };
      } catch (error) {
        results[index] = { status: 'failed', error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  aborted.forget();
  return results;
}
