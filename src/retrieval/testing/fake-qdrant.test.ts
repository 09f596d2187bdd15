import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QdrantClient } from '../stores/qdrant/qdrant-client.ts';
import { openQdrantClient } from '../stores/qdrant/qdrant-client.ts';
import { type FakeQdrant, startFakeQdrant } from './fake-qdrant.ts';

const NAME = 'sample';
let server: FakeQdrant;
let client: QdrantClient;
beforeEach(async () => {
  server = await startFakeQdrant();
  client = openQdrantClient({ base: server.url, limitMs: 10_000 });
  await client.createCollection(NAME, {
    vectors: { dense: { size: 2, distance: 'Cosine' } },
    sparse_vectors: { terms: { modifier: 'idf' } },
  });
  await client.createPayloadIndex(NAME, {
    field_name: 'topic',
    field_schema: { type: 'keyword' },
  });
});
afterEach(() => server.close());

const point = (
  id: number,
  vector: Record<string, number[] | { indices: number[]; values: number[] }>,
  topic?: string | null,
) => ({
  id,
  vector,
  payload: topic === undefined ? {} : { topic },
});
const sparse = (...indices: number[]) => ({ indices, values: indices.map(() => 1) });
const scroll = async (filter: object) =>
  (await client.scroll(NAME, { filter, limit: 10, with_payload: [] })).points.map(({ id }) => id);

describe('the in-memory Qdrant', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['a collection that is not there', () => client.count('other'), 404],
    [
      'a collection that is there already',
      () => client.createCollection(NAME, { vectors: {}, sparse_vectors: {} }),
      409,
    ],
    [
      'a vector of another size',
      () => client.upsert(NAME, { points: [point(1, { dense: [1, 2, 3] })] }),
      400,
    ],
    ['a vector of another name', () => client.upsert(NAME, { points: [point(1, { other: [1, 2] })] }), 400],
    [
      'an index twice in a vector',
      () => client.upsert(NAME, { points: [point(1, { terms: sparse(7, 7) })] }),
      422,
    ],
    ['an id that is none', () => client.upsert(NAME, { points: [{ ...point(1, {}), id: 'no uuid' }] }), 422],
    [
      'a filter by a field without an index',
      () => scroll({ must: [{ key: 'year', match: { value: 'x' } }] }),
      400,
    ],
    ['a condition it does not know', () => scroll({ must: [{ key: 'topic', equals: 'x' }] }), 422],
    ['a clause it does not know', () => scroll({ all: [] }), 422],
    [
      'a vector for a point that is not there',
      () => client.updateVectors(NAME, { points: [{ id: 1, vector: { dense: [1, 0] } }] }),
      404,
    ],
    [
      'a payload for a point that is not there',
      () => client.setPayload(NAME, { payload: {}, points: [1] }),
      404,
    ],
  ])('refuses %s', async (_, ask, status) => {
    await expect(ask()).rejects.toMatchObject({ status });
  });

  it('tells null from missing, and either from a value', async () => {
    await client.upsert(NAME, { points: [point(1, {}, 'a'), point(2, {}, null), point(3, {})] });
    expect(await scroll({ must: [{ is_null: { key: 'topic' } }] })).toEqual([2]);
    expect(await scroll({ must: [{ is_empty: { key: 'topic' } }] })).toEqual([2, 3]);
    expect(await scroll({ must_not: [{ key: 'topic', match: { value: 'a' } }] })).toEqual([2, 3]);
    expect(
      await scroll({ should: [{ key: 'topic', match: { any: ['a', 'b'] } }, { is_null: { key: 'topic' } }] }),
    ).toEqual([1, 2]);
    expect(await scroll({ must: [{ key: 'topic', match: { any: [] } }] })).toEqual([]);
  });

  it('pages through points', async () => {
    await client.upsert(NAME, { points: [3, 1, 2].map((id) => point(id, {})) });
    const first = await client.scroll(NAME, { limit: 2, with_payload: [] });
    expect([first.points.map(({ id }) => id), first.next_page_offset]).toEqual([[1, 2], 3]);
    const next = await client.scroll(NAME, { limit: 2, offset: 3, with_payload: [] });
    expect([next.points.map(({ id }) => id), next.next_page_offset]).toEqual([[3], null]);
  });

  it('weighs a rare term above a common one, by the formula of Qdrant', async () => {
    await client.upsert(NAME, {
      points: [
        point(1, { terms: sparse(7) }),
        point(2, { terms: sparse(7, 8) }),
        point(3, { terms: sparse(9) }),
      ],
    });
    const [{ points = [] } = {}] = await client.queryBatch(NAME, {
      searches: [
        {
          prefetch: [{ query: sparse(8), using: 'terms', limit: 5 }],
          query: sparse(7, 8),
          using: 'terms',
          limit: 5,
          with_payload: [],
        },
      ],
    });
    const idf = (n: number) => Math.log((3 - n + 0.5) / (n + 0.5) + 1);
    expect(points.map(({ id }) => id)).toEqual([2]);
    expect(points[0]?.score).toBeCloseTo(idf(2) + idf(1), 10);
  });

  it('gives cosines to what prefetches found, and leaves out points without the vector', async () => {
    await client.upsert(NAME, {
      points: [
        point(1, { dense: [3, 4], terms: sparse(7) }),
        point(2, { terms: sparse(7) }),
        point(3, { dense: [0, 1] }),
      ],
    });
    const words = { query: sparse(7), using: 'terms', limit: 5 };
    const nearest = { query: [0, 2], using: 'dense', limit: 1 };
    const asked = { limit: 9, with_payload: [] };
    const [first, second] = await client.queryBatch(NAME, {
      searches: [
        { ...asked, prefetch: [words, nearest], query: [0, 2], using: 'dense' },
        { ...asked, prefetch: [words, nearest], query: { fusion: 'rrf' } },
      ],
    });
    expect(first?.points.map(({ id, score }) => [id, score])).toEqual([
      [3, 1],
      [1, 0.8],
    ]);
    expect(second?.points.map(({ id, score }) => [id, score])).toEqual([
      [1, 1 / 2],
      [3, 1 / 2],
      [2, 1 / 3],
    ]);
  });

  it('carries out a change later when it is not to wait', async () => {
    await fetch(`${server.url}/collections/${NAME}/points`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ points: [point(1, {})] }),
    });
    expect(server.points()).toEqual({ [NAME]: 0 });
  });
});
