import type { Clock } from '../../domain/run-context.ts';

/** Resolves after the time, or at once when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface RateLimit {
  /** Waits for a turn; false when that would take too long. */
  take(signal: AbortSignal): Promise<boolean>;
  /** Nobody's turn comes before this much time has passed: the service asked for it. */
  pause(ms: number): void;
}

/** No more than so many turns in any stretch of this length. */
export function createRateLimit({
  requests,
  perMs,
  maxWaitMs,
  clock,
  sleep,
}: {
  requests: number;
  perMs: number;
  maxWaitMs: number;
  clock: Clock;
  sleep: Sleep;
}): RateLimit {
  const taken: number[] = [];
  let pausedUntil = 0;

  function waitNow(now: number): number {
    while (taken[0] !== undefined && taken[0] <= now - perMs) taken.shift();
    const forTurn = taken.length < requests || taken[0] === undefined ? 0 : taken[0] + perMs - now;
    return Math.max(forTurn, pausedUntil - now);
  }

  return {
    async take(signal) {
      const latest = clock() + maxWaitMs;
      for (;;) {
        signal.throwIfAborted();
        const now = clock();
        const wait = waitNow(now);
        if (wait <= 0) {
          taken.push(now);
          return true;
        }
        if (now + wait > latest) return false;
        await sleep(wait, signal);
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock() + ms);
    },
  };
}
