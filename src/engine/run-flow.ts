import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint';
import type { Step } from '../domain/answer.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Flow } from './define-flow.ts';
import type { PausePayload } from './define-pause.ts';

export type FlowResult<State> =
  | { status: 'done'; state: Partial<State>; trace: Step[] }
  | { status: 'paused'; node: string; payload: PausePayload; trace: Step[] };

/** Runs a flow to its end or to its first pause; throws a FlowError with the trace when it cannot. */
export function runFlow<State extends object>(
  _flow: Flow<State>,
  _input: Partial<State>,
  _context: RunContext,
  _options: { checkpointer?: BaseCheckpointSaver } = {},
): Promise<FlowResult<State>> {
  throw new Error('not yet');
}

/** Gives a paused run the person's answer and goes on; the run is found by `context.runId`. */
export function resumeFlow<State extends object>(
  _flow: Flow<State>,
  _answer: unknown,
  _context: RunContext,
  _options: { checkpointer: BaseCheckpointSaver },
): Promise<FlowResult<State>> {
  throw new Error('not yet');
}
