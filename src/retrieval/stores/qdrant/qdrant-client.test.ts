import { afterEach, describe, expect, it, vi } from 'vitest';
import { openQdrantServer } from './qdrant-client.ts';

afterEach(() => vi.unstubAllGlobals());

/** Where a request goes, and with which key. */
async function sentTo(settings: { url: string; apiKey?: string }) {
  const sent: { url: string; key: string | null }[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push({ url, key: new Headers(headers).get('api-key') });
    return Response.json({ result: { exists: true } });
  });
  await openQdrantServer(settings).ask((client) => client.collectionExists('x'));
  return sent;
}

describe('a Qdrant server', () => {
  it.each([
    ['http://localhost:6334', 'http://localhost:6334/collections/x/exists'],
    ['https://qdrant.example', 'https://qdrant.example:6333/collections/x/exists'],
    ['https://qdrant.example:443', 'https://qdrant.example:443/collections/x/exists'],
    ['http://qdrant.example:80/', 'http://qdrant.example:80/collections/x/exists'],
    ['https://qdrant/qdrant/', 'https://qdrant:6333/qdrant/collections/x/exists'],
    ['https://user:1234@qdrant.example', 'https://qdrant.example:6333/collections/x/exists'],
  ])('at %s is asked there', async (url, expected) => {
    expect(await sentTo({ url })).toEqual([{ url: expected, key: null }]);
  });

  it('is sent its key, and nothing is printed', async () => {
    const printed = vi.spyOn(console, 'warn');
    const [sent] = await sentTo({ url: 'http://localhost:6333', apiKey: 'secret' });
    expect(sent?.key).toBe('secret');
    expect(printed).not.toHaveBeenCalled();
  });
});
