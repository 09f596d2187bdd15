import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/entry/testing/start-galen.ts';
import { type EndToEnd, measureEndToEnd } from './end-to-end.ts';
import { loadSets } from './load-sets.ts';
import { statedResult } from './stated-result.ts';

/** Every fourth case of those that rules were made on: the whole set is `galen eval desk`. */
const EVERY = 4;
const MIN_RIGHT = 0.9;
const MAX_WRONG = 0.01;

let server: RunningGalen;
let tune: EndToEnd;
beforeAll(async () => {
  const [started, { arithmetic }] = await Promise.all([startGalen(), loadSets()]);
  server = started;
  const asked = arithmetic.filter(({ split }) => split === 'tune').filter((_, i) => i % EVERY === 0);
  ({ tune } = await measureEndToEnd(server.galen, asked));
}, 900_000);
afterAll(() => server.stop());

describe('arithmetic by the whole flow', () => {
  it('states the right result to most questions', () => {
    expect(tune.right / tune.of, [...tune.wrong, ...tune.unstated].join(', ')).toBeGreaterThanOrEqual(
      MIN_RIGHT,
    );
  });

  it('hardly ever states a wrong one', () => {
    expect(tune.wrong.length / tune.of, tune.wrong.join(', ')).toBeLessThanOrEqual(MAX_WRONG);
  });
});

describe('statedResult', () => {
  it.each([
    ['Calculated: 2 × 35,000 = 70,000 VND. [1]', 'en', [{ value: 70_000, unit: 'VND' }]],
    ['Kết quả tính toán: 7 ÷ 2 = 3,5 giờ. [1]', 'vi', [{ value: 3.5, unit: 'hour' }]],
    ['A staff lunch costs 35,000 VND. [1]', 'en', []],
  ] as const)('%s', (message, language, stated) => {
    expect(statedResult(message, language)).toEqual(stated);
  });
});
