import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/app/testing/start-galen.ts';
import { oncAlerts, unlistedAlerts } from './alerts.ts';
import { measurePairs, pairQuestions } from './measure.ts';

/** One question in so many: `galen eval interactions` asks all, with the models. */
const ONE_IN = 8;

let running: RunningGalen;
beforeAll(async () => {
  running = await startGalen();
});
afterAll(() => running.stop());

it('finds the row that names both of two kinds of medicine, by words alone', async () => {
  const some = pairQuestions().filter((_, i) => i % ONE_IN === 0);
  const { asked, first_passage, degraded } = await measurePairs(running.galen, some);
  expect(degraded).toBe(0);
  expect(asked).toBeGreaterThan(20);
  expect(first_passage / asked).toBeGreaterThan(0.5);
});

it('alerts at the published high-priority pairs of drugs in use, and not at pairs that nothing warns of', () => {
  const { pairs, alert, major } = oncAlerts().get('all groups') ?? { pairs: 0, alert: 0, major: 0 };
  expect(pairs).toBeGreaterThan(800);
  expect(alert / pairs).toBeGreaterThanOrEqual(0.95);
  expect(major / pairs).toBeGreaterThanOrEqual(0.85);
  const unlisted = unlistedAlerts();
  expect(unlisted.pairs).toBe(200);
  expect(unlisted.alert / unlisted.pairs).toBeLessThanOrEqual(0.03);
});
