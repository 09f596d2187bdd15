import { setTimeout } from 'node:timers/promises';
import { retryAfter } from '../domain/canonical-json.ts';
import type { RandomSource } from '../domain/run-context.ts';
import type { Failure } from './classify-failure.ts';
import type { GatewaySettings } from './gateway-settings.ts';

/** How long to wait before asking the same model again; null when it is not worth it. */
export function retryDelay(situation: {
  failure: Failure;
  /** Attempts made so far. */
  attempts: number;
  remainingMs: number;
  /** Another model stands ready. */
  hasFallback: boolean;
  random: RandomSource;
  settings: GatewaySettings;
}): number | null {
  const { failure, attempts, remainingMs, hasFallback, random, settings } = situation;
  if (!failure.retryable || attempts >= settings.maxAttempts) return null;
  // What hung once will hang again: with another model at hand, the time is better spent there.
  if (failure.reason === 'timeout' && hasFallback) return null;

  const ceiling = Math.min(settings.backoffMaxMs, settings.backoffBaseMs * 2 ** (attempts - 1));
  const delay = Math.max(random() * ceiling, failure.retryAfterMs ?? 0);
  return delay < remainingMs ? delay : null;
}

/** A token bucket that keeps retries a fixed share of requests, so that an outage is not multiplied by its callers. */
export function createRetryBudget({ ratio, reserve }: { ratio: number; reserve: number }) {
  let tokens = reserve;
  return {
    /** Each first attempt earns a part of a retry. */
    earn(): void {
      tokens = Math.min(reserve, tokens + ratio);
    },
    /** False when retries have outrun their share of the requests. */
    spend(): boolean {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/** The wait a provider asks for, in milliseconds; null when it asks for none we can read. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  now: number,
): number | null {
  // OpenAI's finer form.
  const milliseconds = headers?.['retry-after-ms'];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return Number(milliseconds);
  return retryAfter(headers?.['retry-after'], now);
}

/** Resolves after the time, or at once when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export const sleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined);
