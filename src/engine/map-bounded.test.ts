import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mapBounded } from './run-steps.ts';

const signal = new AbortController().signal;
const later = (turns: number) =>
  Array.from({ length: turns }).reduce<Promise<void>>((wait) => wait.then(() => {}), Promise.resolve());

test('results keep the order of the items, and one failure does not lose the others', async () => {
  const boom = new Error('boom');
  const results = await mapBounded([3, 1, 2], { limit: 3, signal }, async (turns, index) => {
    await later(turns);
    if (turns === 1) throw boom;
    return `${index}:${turns}`;
  });
  expect(results).toEqual([
    { status: 'ok', value: '0:3' },
    { status: 'failed', error: boom },
    { status: 'ok', value: '2:2' },
  ]);
});

test('a function that throws at once is a failure like any other', async () => {
  const results = await mapBounded([0], { limit: 1, signal }, () => {
    throw new Error('at once');
  });
  expect(results).toMatchObject([{ status: 'failed', error: { message: 'at once' } }]);
});

test('never more than the limit at a time, and every item once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ turns: fc.nat(6), fails: fc.boolean() }), { maxLength: 25 }),
      fc.integer({ min: 1, max: 8 }),
      async (items, limit) => {
        let running = 0;
        let most = 0;
        const seen: number[] = [];
        const results = await mapBounded(items, { limit, signal }, async ({ turns, fails }, index) => {
          seen.push(index);
          running += 1;
          most = Math.max(most, running);
          await later(turns);
          running -= 1;
          if (fails) throw index;
          return index;
        });
        expect(most).toBe(Math.min(limit, items.length));
        expect(seen).toEqual(items.map((_, index) => index));
        expect(results).toEqual(
          items.map(({ fails }, index) =>
            fails ? { status: 'failed', error: index } : { status: 'ok', value: index },
          ),
        );
      },
    ),
  );
});

test('an abort fails what runs and what waits, and keeps what is done', async () => {
  const controller = new AbortController();
  const started: number[] = [];
  const results = await mapBounded([0, 1, 2, 3], { limit: 2, signal: controller.signal }, (item) => {
    started.push(item);
    if (item === 0) return 'done';
    if (item === 2) controller.abort(new Error('enough'));
    return new Promise<string>(() => {});
  });
  expect(started).toEqual([0, 1, 2]);
  expect(results[0]).toEqual({ status: 'ok', value: 'done' });
  expect(results.slice(1)).toMatchObject(Array(3).fill({ status: 'failed', error: { message: 'enough' } }));
});

test('with a signal that has already aborted nothing starts', async () => {
  const results = await mapBounded([1, 2], { limit: 1, signal: AbortSignal.abort('over') }, () =>
    expect.fail('must not start'),
  );
  expect(results).toEqual(Array(2).fill({ status: 'failed', error: 'over' }));
});

test('a limit below one is refused', async () => {
  await expect(mapBounded([1], { limit: 0, signal }, () => 1)).rejects.toThrow(RangeError);
  await expect(mapBounded([1], { limit: Number.NaN, signal }, () => 1)).rejects.toThrow(RangeError);
});
