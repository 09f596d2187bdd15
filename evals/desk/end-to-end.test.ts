import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/app/testing/start-galen.ts';
import { type EndToEnd, measureEndToEnd } from './end-to-end.ts';
import { loadSets } from './load-sets.ts';
import { statedResult } from './stated-result.ts';

/** Of the held part: what is no formula, no count at a rate and no difference is not worked out by rules. */
const MIN_RIGHT = 0.28;

let server: RunningGalen;
let held: EndToEnd;
beforeAll(async () => {
  const [started, { arithmetic }] = await Promise.all([startGalen(), loadSets()]);
  server = started;
  ({ held } = await measureEndToEnd(
    server.galen,
    arithmetic.filter(({ split }) => split === 'held'),
  ));
}, 900_000);
afterAll(() => server.stop());

describe('arithmetic by the whole flow, on the held part', () => {
  it('states the right result where a rule can work it out', () => {
    const { right, of, unstated } = held;
    console.info(
      `held arithmetic by the whole flow: ${right}/${of} = ${(right / of).toFixed(3)} (at least ${MIN_RIGHT})`,
    );
    expect(right / of, unstated.join(', ')).toBeGreaterThanOrEqual(MIN_RIGHT);
  });

  it('states no wrong one', () => {
    console.info(`held arithmetic by the whole flow: ${held.wrong.length} wrong (at most 0)`);
    expect(held.wrong).toEqual([]);
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
