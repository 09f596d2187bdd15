import { expect, it } from 'vitest';
import { createAdaptiveLimit } from './adaptive-limit.ts';

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
