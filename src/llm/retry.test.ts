import { describe, expect, it } from 'vitest';
import { failureOf } from './classify-failure.ts';
import { DEFAULT_GATEWAY_SETTINGS } from './gateway-settings.ts';
import { createRetryBudget, retryDelay } from './retry.ts';

const situation = {
  failure: failureOf('overload', { retryable: true }),
  attempts: 1,
  remainingMs: 60_000,
  hasFallback: false,
  random: () => 0.999,
  settings: { ...DEFAULT_GATEWAY_SETTINGS, backoffBaseMs: 100, backoffMaxMs: 150 },
};

describe('retryDelay', () => {
  it('spreads the wait over the whole of a growing, bounded interval', () => {
    expect(retryDelay({ ...situation, random: () => 0 })).toBe(0);
    expect(retryDelay(situation)).toBeCloseTo(99.9);
    expect(retryDelay({ ...situation, attempts: 2 })).toBeCloseTo(149.85);
  });

  it('waits as long as the provider asks', () => {
    const failure = failureOf('overload', { retryable: true, retryAfterMs: 5_000 });
    expect(retryDelay({ ...situation, failure })).toBe(5_000);
  });

  it.each([
    ['the fault will not pass', { failure: failureOf('unauthorized') }],
    ['the attempts are used up', { attempts: 3 }],
    ['the wait outlasts the deadline', { remainingMs: 50 }],
    [
      'another model can be asked in place of one that hangs',
      { failure: failureOf('timeout', { retryable: true }), hasFallback: true },
    ],
  ])('gives up when %s', (_, change) => {
    expect(retryDelay({ ...situation, ...change })).toBeNull();
  });
});

it('keeps retries to their share of requests once the reserve is spent', () => {
  const budget = createRetryBudget({ ratio: 0.2, reserve: 3 });
  let retries = 0;
  for (let request = 0; request < 1_000; request += 1) {
    budget.earn();
    // An outage: every request would like to be retried twice.
    if (budget.spend()) retries += 1;
    if (budget.spend()) retries += 1;
  }
  expect(retries).toBeGreaterThan(190);
  expect(retries).toBeLessThanOrEqual(203);
});

it('does not save up more than its reserve', () => {
  const budget = createRetryBudget({ ratio: 0.2, reserve: 2 });
  for (let request = 0; request < 1_000; request += 1) budget.earn();
  expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false]);
});
