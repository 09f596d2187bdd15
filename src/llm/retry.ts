import type { RandomSource } from '../domain/run-context.ts';
import type { Failure } from './classify-failure.ts';
import type { GatewaySettings } from './gateway-settings.ts';

interface RetrySituation {
  failure: Failure;
  /** Attempts made so far. */
  attempts: number;
  remainingMs: number;
  /** Another model stands ready. */
  hasFallback: boolean;
  random: RandomSource;
  settings: GatewaySettings;
}

/** How long to wait before asking the same model again; null when it is not worth it. */
export function retryDelay(situation: RetrySituation): number | null {
  const { failure, attempts, remainingMs, hasFallback, random, settings } = situation;
  if (!failure.retryable || attempts >= settings.maxAttempts) return null;
  // What hung once will hang again: with another model at hand, the time is better spent there.
  if (failure.reason === 'timeout' && hasFallback) return null;

  const ceiling = Math.min(settings.backoffMaxMs, settings.backoffBaseMs * 2 ** (attempts - 1));
  const delay = Math.max(random() * ceiling, failure.retryAfterMs ?? 0);
  return delay < remainingMs ? delay : null;
}
