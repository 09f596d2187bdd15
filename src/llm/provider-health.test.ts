import { beforeEach, describe, expect, it } from 'vitest';
import { type CircuitBreaker, createAdaptiveLimit, createCircuitBreaker } from './provider-health.ts';

describe('circuit breaker', () => {
  let now: number;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    now = 0;
    breaker = createCircuitBreaker({ failures: 3, openMs: 1_000, clock: () => now });
  });
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) breaker.enter()?.failed();
  };

  it('opens after failures in a row, not after as many with a success between', () => {
    fail(2);
    breaker.enter()?.succeeded();
    fail(2);
    expect(breaker.state()).toBe('closed');
    fail(1);
    expect(breaker.state()).toBe('open');
    expect(breaker.enter()).toBeNull();
  });

  it('lets one probe through when half-open, and closes on its success', () => {
    fail(3);
    now = 1_000;
    expect(breaker.state()).toBe('half-open');
    const probe = breaker.enter();
    expect(probe).not.toBeNull();
    expect(breaker.enter()).toBeNull();
    probe?.succeeded();
    expect(breaker.state()).toBe('closed');
  });

  it('opens again for the whole time when the probe fails', () => {
    fail(3);
    now = 1_000;
    breaker.enter()?.failed();
    now = 1_999;
    expect(breaker.enter()).toBeNull();
    now = 2_000;
    expect(breaker.enter()).not.toBeNull();
  });

  it('lets another probe through when one was abandoned', () => {
    fail(3);
    now = 1_000;
    breaker.enter()?.abandoned();
    expect(breaker.enter()).not.toBeNull();
  });

  it('does not believe calls from before it opened', () => {
    const slow = breaker.enter();
    fail(3);
    slow?.succeeded();
    expect(breaker.state()).toBe('open');
  });
});

function limitAt(clock: () => number) {
  return createAdaptiveLimit({ windowMs: 1_200, multiplier: 2, minRequests: 10, clock });
}

it('rejects nothing while the provider accepts', () => {
  const limit = limitAt(() => 0);
  for (let request = 0; request < 100; request += 1) {
    expect(limit.rejects(() => 0)).toBe(false);
    limit.accepted();
  }
});

it('rejects nothing on the word of a few requests', () => {
  const limit = limitAt(() => 0);
  for (let request = 0; request < 10; request += 1) expect(limit.rejects(() => 0)).toBe(false);
  expect(limit.rejects(() => 0)).toBe(true);
});

it('rejects more the less is accepted', () => {
  const limit = limitAt(() => 0);
  for (let request = 0; request < 100; request += 1) {
    limit.rejects(() => 1);
    if (request % 4 === 0) limit.accepted();
  }
  // (100 - 2 * 25) / 101
  expect(limit.rejects(() => 0.49)).toBe(true);
  expect(limit.rejects(() => 0.51)).toBe(false);
});

it('forgets what has left the window', () => {
  let now = 0;
  const limit = limitAt(() => now);
  for (let request = 0; request < 50; request += 1) limit.rejects(() => 1);
  expect(limit.rejects(() => 0.5)).toBe(true);
  now = 1_300;
  expect(limit.rejects(() => 0)).toBe(false);
});
