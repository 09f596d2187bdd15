import { describe, expect, it } from 'vitest';
import { collectPages, type FhirConnection } from './fhir-connection.ts';

/** A server of endless pages: page n has `size` patients and leads to page n + 1, up to `pages`. */
function pagesOf({ size, pages }: { size: number; pages: number }) {
  const asked: string[] = [];
  const connection: FhirConnection = {
    async ask({ target }) {
      asked.push(target);
      const page = Number(new URLSearchParams(target.split('?')[1]).get('page') ?? 1);
      const body = {
        resourceType: 'Bundle',
        total: size * pages,
        link: page < pages ? [{ relation: 'next', url: `Patient?page=${page + 1}` }] : [],
        entry: [
          { resource: { resourceType: 'OperationOutcome', issue: [] } },
          ...Array.from({ length: size }, (_, index) => ({
            resource: { resourceType: 'Patient', id: `${page}-${index}` },
          })),
          { resource: { resourceType: 'Patient' } },
          {},
        ],
      };
      return { status: 200, body, etag: null };
    },
  };
  return { connection, asked };
}

const collect = (connection: FhirConnection, limit: number) =>
  collectPages({ connection, target: 'Patient?page=1', resourceType: 'Patient', limit });

describe('pages of a FHIR server', () => {
  it.each([
    [{ size: 3, pages: 4 }, 100, { count: 12, hasMore: false, asked: 4 }],
    [{ size: 3, pages: 4 }, 12, { count: 12, hasMore: false, asked: 4 }],
    [{ size: 3, pages: 4 }, 7, { count: 7, hasMore: true, asked: 3 }],
    [{ size: 3, pages: 4 }, 6, { count: 6, hasMore: true, asked: 3 }],
    // Pages without end are left at some point, and said to go on.
    [{ size: 1, pages: 10_000 }, 1_000, { count: 200, hasMore: true, asked: 200 }],
    [{ size: 0, pages: 10_000 }, 10, { count: 0, hasMore: true, asked: 200 }],
  ])('%j up to %i resources', async (server, limit, expected) => {
    const { connection, asked } = pagesOf(server);
    const found = await collect(connection, limit);
    expect({ count: found?.resources.length, hasMore: found?.hasMore, asked: asked.length }).toEqual(
      expected,
    );
    expect(found?.total).toBe(server.size * server.pages);
  });

  it.each([
    { resourceType: 'Patient' },
    null,
    'x',
    { resourceType: 'Bundle', entry: {} },
    { resourceType: 'Bundle', link: 'x' },
  ])('are refused in the form of %j', async (body) => {
    const connection = { ask: async () => ({ status: 200, body, etag: null, location: null }) };
    await expect(collect(connection, 10)).rejects.toMatchObject({ code: 'CHART_UNAVAILABLE' });
  });
});
