import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Step } from '../domain/answer.ts';
import { GalenError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import { whenAborted } from '../domain/signals.ts';
import type { Flow } from './define-flow.ts';
import type { PausePayload } from './define-node.ts';
import { toFlowError } from './flow-error.ts';
import { describeIssues, writeState } from './flow-state.ts';
import { createRunJournal } from './run-journal.ts';
import { type FlowFrame, type FlowRun, runSteps } from './run-steps.ts';

export type FlowResult<State> =
  | { status: 'done'; state: Partial<State>; trace: Step[] }
  | { status: 'paused'; node: string; payload: PausePayload; state: Partial<State>; trace: Step[] };

/** Where flows that can pause keep their state; a function opens it when the first of them runs. */
export type Checkpointer = BaseCheckpointSaver | (() => Promise<BaseCheckpointSaver>);

/**
 * Runs a flow to its end or to its first pause; throws a FlowError with the trace when it cannot.
 * Only a flow that can pause runs on LangGraph, which is loaded with the first of them.
 */
export async function runFlow<State extends object>(
  flow: Flow<State>,
  input: Partial<State>,
  context: RunContext,
  { checkpointer }: { checkpointer?: Checkpointer } = {},
): Promise<FlowResult<State>> {
  return withRun(context, async (run) => {
    const values = writeState('input', flow.state, {}, input);
    const frame: FlowFrame = { flow, run, prefix: '', taken: 0, values };
    if (!flow.pauses) {
      await runSteps(frame);
      return resultOf<State>(frame);
    }
    if (checkpointer === undefined) {
      throw new Error(`The flow "${flow.name}" can pause, so it needs a checkpointer.`);
    }
    const { runOnLangGraph } = await import('./run-on-langgraph.ts');
    await runOnLangGraph(frame, 'start', await opened(checkpointer));
    return resultOf<State>(frame);
  });
}

/** Gives a paused run the person's answer and goes on. The run is found by `context.runId`. */
export async function resumeFlow<State extends object>(
  flow: Flow<State>,
  answer: unknown,
  context: RunContext,
  { checkpointer }: { checkpointer: Checkpointer },
): Promise<FlowResult<State>> {
  return withRun(context, async (run) => {
    if (!flow.pauses) throw new GalenError('RUN_NOT_WAITING');
    const { loadPause, runOnLangGraph } = await import('./run-on-langgraph.ts');
    const saver = await opened(checkpointer);
    const { values, trace, pause } = await loadPause(flow, context.runId, saver);
    run.journal.continueFrom(trace);
    if (pause === undefined) throw new GalenError('RUN_NOT_WAITING');
    // Checked before LangGraph hears of it: an answer that does not fit leaves the run waiting.
    const parsed = await pause.answer.safeParseAsync(answer);
    if (!parsed.success) {
      const problem = describeIssues(parsed.error.issues, 'answer');
      throw new GalenError('FLOW_BAD_RESUME', { problem }, { cause: parsed.error });
    }
    // Not given through LangGraph's Command: it would keep the answer beside the checkpoint and give it
    // again to a later attempt when this one fails.
    run.answer = { value: parsed.data };
    const taken = trace.filter(({ node }) => !node.includes('/')).length;
    const frame: FlowFrame = { flow, run, prefix: '', taken, values };
    await runOnLangGraph(frame, 'checkpoint', saver);
    return resultOf<State>(frame);
  });
}

async function withRun<Result>(
  context: RunContext,
  body: (run: FlowRun) => Promise<Result>,
): Promise<Result> {
  const aborted = whenAborted(context.signal);
  const journal = createRunJournal(context);
  const run: FlowRun = { context, journal, aborted: aborted.promise };
  try {
    return await body(run);
  } catch (error) {
    throw toFlowError(run, error, new GalenError('INTERNAL'));
  } finally {
    aborted.forget();
  }
}

function resultOf<State extends object>({ run, values }: FlowFrame): FlowResult<State> {
  const trace = [...run.journal.trace];
  // Every value has passed the state's schema.
  const state = values as Partial<State>;
  return run.paused === undefined
    ? { status: 'done', state, trace }
    : { status: 'paused', ...run.paused, state, trace };
}

async function opened(checkpointer: Checkpointer): Promise<BaseCheckpointSaver> {
  return typeof checkpointer === 'function' ? checkpointer() : checkpointer;
}
