import { expect, it } from 'vitest';
import { createMemoryResponseCache } from './response-cache.ts';

it('keeps the most recently used entries', async () => {
  const cache = createMemoryResponseCache({ maxEntries: 2 });
  await cache.set('a', '1');
  await cache.set('b', '2');
  await cache.get('a');
  await cache.set('c', '3');
  expect([await cache.get('a'), await cache.get('b'), await cache.get('c')]).toEqual(['1', null, '3']);
});
