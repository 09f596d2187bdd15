import type { Answer } from '../../domain/answer.ts';
import type { FlowName } from '../../domain/ask.ts';
import type { Flow } from '../../engine/define-flow.ts';
import type { TurnState } from '../../flows/turn-state.ts';

/** A flow that can be asked, and its own result from the envelope and what it has written. */
export interface AskFlow<State extends TurnState = TurnState> {
  readonly name: FlowName;
  readonly flow: Flow<State>;
  readonly output: (answer: Omit<Answer, 'output'>, state: Partial<State>) => Answer['output'];
}
