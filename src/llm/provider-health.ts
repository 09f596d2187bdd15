import type { Clock } from '../domain/run-context.ts';
import type { Failure } from './classify-failure.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { createRetryBudget } from './retry.ts';

export type Admission =
  | { admitted: false; reason: 'circuit-open' | 'overload' }
  | {
      admitted: true;
      /** What became of the call: null for an answer, 'abandoned' when the caller gave up first. */
      report(outcome: Failure | null | 'abandoned'): void;
    };

/** What this process has learnt of one provider. */
export interface ProviderHealth {
  admit(options: { isRetry: boolean }): Admission;
  mayRetry(): boolean;
}

export function createProviderHealth(settings: GatewaySettings, clock: Clock): ProviderHealth {
  const breaker = createCircuitBreaker({
    failures: settings.breakerFailures,
    openMs: settings.breakerOpenMs,
    silences: settings.breakerSilences,
    silentOpenMs: settings.silentOpenMs,
    clock,
  });
  const retries = createRetryBudget({ ratio: settings.retryRatio, reserve: settings.retryReserve });
  let busyUntil = 0;

  return {
    mayRetry: () => retries.spend(),

    admit({ isRetry }) {
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
          if (isProviderFault(outcome)) ticket.failed(outcome?.silent);
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

/** Permission for one call. Settle it once; later settlements are ignored. */
export interface BreakerTicket {
  succeeded(): void;
  failed(silent?: boolean): void;
  /** The call told nothing about the provider: the caller gave up. */
  abandoned(): void;
}

export interface CircuitBreaker {
  /** Null while the circuit is open, or half-open with its probe under way. */
  enter(): BreakerTicket | null;
  state(): 'closed' | 'open' | 'half-open';
}

interface BreakerOptions {
  failures: number;
  openMs: number;
  /** So many times in a row without a word: it costs more than a failure, and is worth asking about less often. */
  silences: number;
  silentOpenMs: number;
  clock: Clock;
}

/** Stops asking a provider that fails again and again; after a while one probe at a time finds out whether it is back. */
export function createCircuitBreaker(options: BreakerOptions): CircuitBreaker {
  const { failures, silences, clock } = options;
  let failuresInARow = 0;
  let silencesInARow = 0;
  let openedAt: number | null = null;
  let probing = false;

  function state(): 'closed' | 'open' | 'half-open' {
    if (openedAt === null) return 'closed';
    const openMs = silencesInARow >= silences ? options.silentOpenMs : options.openMs;
    return clock() - openedAt >= openMs ? 'half-open' : 'open';
  }

  function close(): void {
    failuresInARow = 0;
    silencesInARow = 0;
    openedAt = null;
  }

  function ticket(isProbe: boolean): BreakerTicket {
    let settled = false;
    const settle = (effect: () => void) => {
      if (settled) return;
      settled = true;
      if (isProbe) probing = false;
      // A call from before the circuit opened says nothing of now.
      if (isProbe || openedAt === null) effect();
    };
    return {
      succeeded: () => settle(close),
      failed: (silent = false) =>
        settle(() => {
          failuresInARow += 1;
          silencesInARow = silent ? silencesInARow + 1 : 0;
          if (isProbe || failuresInARow >= failures || silencesInARow >= silences) openedAt = clock();
        }),
      abandoned: () => settle(() => {}),
    };
  }

  return {
    state,
    enter() {
      const now = state();
      if (now === 'closed') return ticket(false);
      if (now === 'open' || probing) return null;
      probing = true;
      return ticket(true);
    },
  };
}
