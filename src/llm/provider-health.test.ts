import { beforeEach, describe, expect, it } from 'vitest';
import { type CircuitBreaker, createCircuitBreaker } from './provider-health.ts';

describe('circuit breaker', () => {
  let now: number;
  let breaker: CircuitBreaker;
  beforeEach(() => {
    now = 0;
    breaker = createCircuitBreaker({
      failures: 3,
      openMs: 1_000,
      silences: 2,
      silentOpenMs: 4_000,
      clock: () => now,
    });
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

  it('opens sooner and for longer after silences in a row', () => {
    breaker.enter()?.failed(true);
    breaker.enter()?.failed();
    breaker.enter()?.succeeded();
    breaker.enter()?.failed(true);
    expect(breaker.state()).toBe('closed');
    breaker.enter()?.failed(true);
    now = 3_999;
    expect(breaker.state()).toBe('open');
    now = 4_000;
    breaker.enter()?.failed(true);
    now = 7_999;
    expect(breaker.enter()).toBeNull();
    now = 8_000;
    breaker.enter()?.succeeded();
    expect(breaker.state()).toBe('closed');
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
