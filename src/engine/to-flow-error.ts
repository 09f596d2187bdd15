import { GalenError } from '../domain/errors.ts';
import { FlowError } from './flow-error.ts';
import type { FlowRun } from './flow-frame.ts';

/** What was thrown, as the error of the run. A code it already has is kept; any other thing gets the fallback. */
export function toFlowError({ context, journal }: FlowRun, error: unknown, fallback: GalenError): FlowError {
  const { trace } = journal;
  // Already the run's own: thrown by the engine, or by a step of a sub-flow.
  if (error instanceof FlowError && error.trace === trace) return error;
  if (context.signal.aborted) return new FlowError('RUN_TIMED_OUT', {}, trace, { cause: error });
  const { code, details } = error instanceof GalenError ? error : fallback;
  return new FlowError(code, details, trace, { cause: error });
}
