import type { Step } from '../domain/answer.ts';
import { type ErrorCode, type ErrorDetails, GalenError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';

/** Why a run ended without a result, with the steps it had taken. */
export class FlowError extends GalenError {
  readonly trace: Step[];

  constructor(code: ErrorCode, details: ErrorDetails, trace: Step[], options: { cause?: unknown } = {}) {
    super(code, details, options);
    this.name = 'FlowError';
    this.trace = trace;
  }
}

interface FailedRun {
  context: RunContext;
  journal: { trace: Step[] };
}

/** What was thrown, as the error of the run. A code it already has is kept; any other thing gets the fallback. */
export function toFlowError(
  { context, journal: { trace } }: FailedRun,
  error: unknown,
  fallback: GalenError,
): FlowError {
  // Already the run's own: thrown by the engine, or by a step of a sub-flow.
  if (error instanceof FlowError && error.trace === trace) return error;
  if (context.signal.aborted) return new FlowError(abortCode(context.signal), {}, trace, { cause: error });
  const { code, details } = error instanceof GalenError ? error : fallback;
  return new FlowError(code, details, trace, { cause: error });
}

/** Who ends a run says why; without a word it is its time that has run out. */
function abortCode({ reason }: AbortSignal): ErrorCode {
  return reason instanceof GalenError ? reason.code : 'RUN_TIMED_OUT';
}
