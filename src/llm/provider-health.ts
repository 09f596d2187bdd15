import type { Clock, RandomSource } from '../domain/run-context.ts';
import { createAdaptiveLimit } from './adaptive-limit.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Failure } from './classify-failure.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { createRetryBudget } from './retry-budget.ts';

export type Admission =
  | { admitted: false; reason: 'circuit-open' | 'overload' }
  | {
      admitted: true;
      /** What became of the call: null for an answer, 'abandoned' when the caller gave up first. */
      report(outcome: Failure | null | 'abandoned'): void;
    };

/** What this process has learnt of one provider. */
export interface ProviderHealth {
  admit(options: { isRetry: boolean; random: RandomSource }): Admission;
  mayRetry(): boolean;
}

export function createProviderHealth(settings: GatewaySettings, clock: Clock): ProviderHealth {
  const breaker = createCircuitBreaker({
    failures: settings.breakerFailures,
    openMs: settings.breakerOpenMs,
    clock,
  });
  const retries = createRetryBudget({ ratio: settings.retryRatio, reserve: settings.retryReserve });
  const limit = createAdaptiveLimit({
    windowMs: settings.throttleWindowMs,
    multiplier: settings.throttleMultiplier,
    minRequests: settings.throttleMinRequests,
    clock,
  });
  let busyUntil = 0;

  return {
    mayRetry: () => retries.spend(),

    admit({ isRetry, random }) {
      // Retry-After speaks to all tasks of this process; a retry has already waited it out.
      if (!isRetry && clock() < busyUntil) return { admitted: false, reason: 'overload' };
      if (limit.rejects(random)) return { admitted: false, reason: 'overload' };
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
          if (!isTooBusy(outcome)) limit.accepted();
          if (isProviderFault(outcome)) ticket.failed();
          else ticket.succeeded();
        },
      };
    },
  };
}

function isTooBusy(outcome: Failure | null): boolean {
  return outcome?.reason === 'overload' || outcome?.reason === 'timeout';
}

/** A refusal or a bad request comes from a provider in good health. */
function isProviderFault(outcome: Failure | null): boolean {
  return isTooBusy(outcome) || (outcome?.reason === 'model-error' && outcome.retryable);
}
