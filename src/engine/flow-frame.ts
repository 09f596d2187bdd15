import type { RunContext } from '../domain/run-context.ts';
import type { Flow } from './define-flow.ts';
import type { PausePayload } from './define-pause.ts';
import type { RunJournal } from './run-journal.ts';
import type { StateValues } from './state-access.ts';

/** Runs a flow inside a step of another and gives its final state. */
export type EnterFlow = (outer: FlowFrame, node: string, flow: Flow, input: object) => Promise<StateValues>;

/** What all flows of one run share, the sub-flows included. */
export interface FlowRun {
  readonly context: RunContext;
  readonly journal: RunJournal;
  /** Rejects when the run's signal aborts. */
  readonly aborted: Promise<never>;
  readonly enter: EnterFlow;
  /** A person's answer, until the pause that asked for it takes it. */
  answer?: { value: unknown } | undefined;
  /** Where the run waits. */
  paused?: { node: string; payload: PausePayload };
  /** What ended the run, kept apart from LangGraph's own errors. */
  failure?: { error: unknown };
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
