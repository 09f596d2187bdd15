import type { RunEvent } from './run-record.ts';

/** Milliseconds since the epoch. Injected, so that a run replays bit for bit. */
export type Clock = () => number;
/** A fresh identifier (a UUID in production). */
export type IdSource = () => string;
/** A number in [0, 1). */
export type RandomSource = () => number;

/** What a run may still spend on models. The gateway asks before each call and reports after it. */
export interface Budget {
  /** False when the next model call would break a limit. */
  canCall(): boolean;
  countCall(): void;
  countTokens(input: number, output: number): void;
  spent(): { llm_calls: number; input_tokens: number; output_tokens: number };
}

/** Everything a step may use that is not its own input: time, chance, limits and the event stream. */
export interface RunContext {
  readonly runId: string;
  /** Aborts when the caller gives up or the deadline passes. */
  readonly signal: AbortSignal;
  /** On the run's own clock; the wall-time part of the budget. */
  readonly deadline: number;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly newId: IdSource;
  readonly random: RandomSource;
  readonly emit: (event: RunEvent) => void;
}
