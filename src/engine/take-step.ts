import { GalenError } from '../domain/errors.ts';
import type { AnyStep } from './any-step.ts';
import type { StepResult } from './define-node.ts';
import type { PausePayload } from './define-pause.ts';
import type { FlowFrame, FlowRun } from './flow-frame.ts';
import { readState, type StateValues, writeState } from './state-access.ts';
import { stepName } from './step-name.ts';
import { toFlowError } from './to-flow-error.ts';

export type StepTaken =
  | { status: 'done'; outcome: string; values: StateValues }
  | { status: 'paused'; node: string; payload: PausePayload };

/** Takes one step: reads, runs, writes. Its outcome is one that it has declared. */
export async function takeStep(frame: FlowFrame, key: string, values: StateValues): Promise<StepTaken> {
  const { flow, run } = frame;
  // LangGraph calls only the steps that this flow has given it.
  const step = flow.nodes[key] as AnyStep;
  const node = frame.prefix + stepName(key);

  run.context.signal.throwIfAborted();
  if (frame.taken >= flow.maxSteps) {
    throw new GalenError('FLOW_MAX_STEPS', { flow: flow.name, limit: flow.maxSteps });
  }
  frame.taken += 1;
  const open = run.journal.begin(step.step ?? key, node);
  const taken = await attempt(frame, step, node, values).catch((error: unknown) => {
    open.fail();
    throw toFlowError(run, error, new GalenError('FLOW_NODE_FAILED', { node }));
  });
  if (taken.status === 'done') open.end(taken.outcome);
  return taken;
}

async function attempt(
  frame: FlowFrame,
  step: AnyStep,
  node: string,
  values: StateValues,
): Promise<StepTaken> {
  const { flow, run } = frame;
  // Parsed by the step's own schema, so it is what the step's functions take.
  const reads = readState(node, step.reads, values) as never;
  if (step.kind === 'pause' && run.answer === undefined) {
    return { status: 'paused', node, payload: await orAbort(run, step.ask(reads, run.context)) };
  }
  const { outcome, writes } = await perform(frame, step, node, reads);
  if (!step.outcomes.includes(outcome)) {
    throw new GalenError('FLOW_UNKNOWN_OUTCOME', { node, outcome: String(outcome) });
  }
  return { status: 'done', outcome, values: writeState(node, flow.state, values, writes) };
}

async function perform(frame: FlowFrame, step: AnyStep, node: string, reads: never): Promise<StepResult> {
  const { run } = frame;
  if (step.kind === 'node') return orAbort(run, step.run(reads, run.context));
  if (step.kind === 'sub-flow') {
    // Its own steps hear the abort, so that each of them ends before this one does.
    const state = await run.enter(frame, node, step.flow, step.input(reads));
    // The inner flow's final state is what its own schema has let in.
    return step.output(state as never);
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
