import type { Clock } from '../domain/run-context.ts';
import type { Failure } from './classify-failure.ts';
import type { GatewaySettings } from './create-gateway.ts';
import { createRetryBudget } from './retry.ts';

export type Admission =
  | { admitted: false; reason: 'circuit-open' | 'overload' }
  | {
      admitted: true;
      /** What became of the call: null for an answer, 'abandoned' when the caller gave up first. */
      report(outcome: Failure | null | 'abandoned'): void;
    };

export type ProviderHealth = ReturnType<typeof createProviderHealth>;

/** What this process has learnt of one provider. */
export function createProviderHealth(settings: GatewaySettings, clock: Clock) {
  const breaker = createCircuitBreaker({
    failures: settings.breakerFailures,
    openMs: settings.breakerOpenMs,
    clock,
  });
  const retries = createRetryBudget({ ratio: settings.retryRatio, reserve: settings.retryReserve });
  let busyUntil = 0;

  return {
    mayRetry: () => retries.spend(),

    admit({ isRetry }: { isRetry: boolean }): Admission {
      // Retry-After speaks to all tasks of this process; a retry has already waited it out.
      if (!isRetry && clock() < busyUntil) return { admitted: false, reason: 'overload' };
      // Last, because entering a half-open circuit takes its only probe.
      const ticket = breaker.enter();
      if (ticket === null) return { admitted: false, reason: 'circuit-open' };
      if (!isRetry) retries.earn();

      return {
        admitted: true,
        report(outcome) {
          if (outcome === 'abandoned') return ticket.abandoned();
          if (outcome?.reason === 'overload' && outcome.retryAfterMs !== null) {
            busyUntil = clock() + outcome.retryAfterMs;
          }
          if (isProviderFault(outcome)) ticket.failed();
          else ticket.succeeded();
        },
      };
    },
  };
}

/** A refusal or a bad request comes from a provider in good health. */
function isProviderFault(outcome: Failure | null): boolean {
  if (outcome === null) return false;
  const { reason, retryable } = outcome;
  return reason === 'overload' || reason === 'timeout' || (reason === 'model-error' && retryable);
}

interface BreakerOptions {
  failures: number;
  openMs: number;
  clock: Clock;
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Stops asking a provider that fails again and again; after a while one probe at a time finds out whether it is back. */
export function createCircuitBreaker({ failures, openMs, clock }: BreakerOptions) {
  let failuresInARow = 0;
  let openedAt: number | null = null;
  let probing = false;

  function state(): 'closed' | 'open' | 'half-open' {
    if (openedAt === null) return 'closed';
    return clock() - openedAt >= openMs ? 'half-open' : 'open';
  }

  function close(): void {
    failuresInARow = 0;
    openedAt = null;
  }

  /** Permission for one call. Settle it once; later settlements are ignored. */
  function ticket(isProbe: boolean) {
    let settled = false;
    const settle = (effect: () => void) => () => {
      if (settled) return;
      settled = true;
      if (isProbe) probing = false;
      // A call from before the circuit opened says nothing of now.
      if (isProbe || openedAt === null) effect();
    };
    return {
      succeeded: settle(close),
      failed: settle(() => {
        failuresInARow += 1;
        if (isProbe || failuresInARow >= failures) openedAt = clock();
      }),
      /** The call told nothing about the provider: the caller gave up. */
      abandoned: settle(() => {}),
    };
  }

  return {
    state,
    /** Null while the circuit is open, or half-open with its probe under way. */
    enter() {
      const now = state();
      if (now === 'closed') return ticket(false);
      if (now === 'open' || probing) return null;
      probing = true;
      return ticket(true);
    },
  };
}
