import type { z } from 'zod';
import type { Answer } from '../../domain/answer.ts';
import type { FlowName } from '../../domain/ask.ts';
import type { Flow } from '../../engine/define-flow.ts';
import type { TurnState } from '../../flows/turn-state.ts';

/** A flow that can be asked, and the seed's own result shape for it. */
export interface AskFlow {
  readonly name: FlowName;
  readonly flow: Flow<TurnState>;
  readonly output: (answer: Omit<Answer, 'output'>) => z.infer<typeof Answer>['output'];
}
