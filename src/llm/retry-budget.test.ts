import { expect, it } from 'vitest';
import { createRetryBudget } from './retry-budget.ts';

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
