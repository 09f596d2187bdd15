import type { Step } from '../domain/answer.ts';
import { type ErrorCode, type ErrorDetails, GalenError } from '../domain/errors.ts';

/** Why a run ended without a result, with the steps it had taken. */
export class FlowError extends GalenError {
  readonly trace: Step[];

  constructor(code: ErrorCode, details: ErrorDetails, trace: Step[], options: { cause?: unknown } = {}) {
    super(code, details, options);
    this.name = 'FlowError';
    this.trace = trace;
  }
}
