import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiReply, type FakeApi, json, startFakeApi, text } from '../testing/fake-api.ts';
import { clientAt, testTime } from '../testing/test-client.ts';
import type { OutsideRequest } from './outside-client.ts';

const Answer = z.object({ found: z.array(z.string()) });

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
});
beforeEach(() => {
  api.asked.length = 0;
  api.params.length = 0;
});
afterAll(() => api.close());

function request(
  changes: Partial<OutsideRequest<z.infer<typeof Answer>>> = {},
): OutsideRequest<z.infer<typeof Answer>> {
  return {
    api: 'openfda',
    path: 'drug/label.json',
    params: { search: 'warfarin' },
    fixed: { limit: '5' },
    answer: Answer,
    signal: new AbortController().signal,
    withheld: [],
    ...changes,
  };
}

function inOrder(...replies: ApiReply[]): void {
  api.reply((_path, _params, index) => replies[Math.min(index, replies.length - 1)] ?? json({}));
}

describe('what a service answers', () => {
  it('is given with its age, and not asked for again while it is fresh', async () => {
    inOrder(json({ found: ['a'] }));
    const time = testTime();
    const client = clientAt(api.url, { time });
    expect(await client.get(request())).toEqual({
      status: 'ok',
      value: { found: ['a'] },
      fetched_at: '2026-01-01T00:00:00.000Z',
      age_seconds: 0,
      is_stale: false,
    });
    time.pass(90_000);
    expect(await client.get(request())).toMatchObject({ status: 'ok', age_seconds: 90 });
    expect(api.asked).toEqual(['/drug/label.json?search=warfarin&limit=5']);
    await client.get(request({ params: { search: 'aspirin' } }));
    expect(api.asked).toHaveLength(2);
  });

  it('is asked for again when it is no longer fresh', async () => {
    inOrder(json({ found: ['old'] }), json({ found: ['new'] }));
    const time = testTime();
    const client = clientAt(api.url, { time });
    await client.get(request());
    time.pass(25 * 3_600_000);
    expect(await client.get(request())).toMatchObject({ value: { found: ['new'] }, age_seconds: 0 });
  });

  it('may be an old one, said to be old, when the service is gone', async () => {
    const time = testTime();
    const client = clientAt(api.url, { time });
    inOrder(json({ found: ['old'] }), text('', 503));
    await client.get(request());
    time.pass(25 * 3_600_000);
    expect(await client.get(request())).toMatchObject({
      status: 'ok',
      value: { found: ['old'] },
      is_stale: true,
      age_seconds: 90_000,
    });
    time.pass(8 * 24 * 3_600_000);
    expect(await client.get(request())).toMatchObject({ status: 'unavailable', reason: 'server-error' });
  });
});

describe('what goes wrong', () => {
  const broken: [string, ApiReply, string, string, number][] = [
    ['an error of the server', text('oops', 500), 'server-error', 'retry_same', 3],
    ['too many questions', text('slow down', 429), 'rate-limited', 'retry_same', 3],
    ['a question it does not take', text('{"error":"bad"}', 400), 'bad-query', 'retry_reformulate', 1],
    ['a bare 404', text('<html>not here</html>', 404), 'wrong-address', 'skip', 1],
    ['a 403', text('', 403), 'wrong-address', 'skip', 1],
    ['JSON that is cut off', text('{"found":["a"'), 'unreadable', 'retry_same', 3],
    [
      'a connection that is cut off',
      { kind: 'cuts', body: '{"found":["a"' },
      'no-connection',
      'retry_same',
      3,
    ],
    ['a page in place of data', text('<html><body>Maintenance</body></html>'), 'unreadable', 'retry_same', 3],
    ['changed fields', json({ results: [] }), 'changed-form', 'skip', 1],
    ['another site', text('', 302, { location: 'http://example.org/' }), 'redirected', 'skip', 1],
  ];

  it.each(broken)('%s: unavailable, never "nothing found"', async (_name, reply, reason, strategy, asked) => {
    inOrder(reply);
    const answer = await clientAt(api.url).get(request());
    expect(answer).toEqual({ status: 'unavailable', reason, strategy });
    expect(api.asked).toHaveLength(asked);
  });

  it('passes when the service recovers within the retries', async () => {
    inOrder(text('', 500), text('', 502), json({ found: ['a'] }));
    const time = testTime();
    expect(await clientAt(api.url, { time }).get(request())).toMatchObject({ status: 'ok' });
    expect(time.waits).toEqual([300, 600]);
  });

  it('waits as long as a 429 asks, and for no one longer than is bearable', async () => {
    inOrder(text('', 429, { 'retry-after': '2' }), json({ found: [] }));
    const time = testTime();
    expect(await clientAt(api.url, { time }).get(request())).toMatchObject({ status: 'ok' });
    expect(time.waits).toEqual([2_000]);

    api.asked.length = 0;
    inOrder(text('', 429, { 'retry-after': '120' }), json({ found: [] }));
    const client = clientAt(api.url, { time });
    expect(await client.get(request())).toMatchObject({ reason: 'rate-limited' });
    // Nor is it asked again before that time, by anyone.
    expect(await client.get(request({ params: { search: 'other' } }))).toMatchObject({
      reason: 'rate-limited',
    });
    expect(api.asked).toHaveLength(1);
  });

  it('gives up on a service that does not answer in time', async () => {
    inOrder({ kind: 'hangs' });
    expect(await clientAt(api.url, { timeoutMs: 50 }).get(request())).toMatchObject({ reason: 'timeout' });
  });

  it('gives up at once when the caller does', async () => {
    inOrder({ kind: 'hangs' });
    const controller = new AbortController();
    const pending = clientAt(api.url).get(request({ signal: controller.signal }));
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(pending).rejects.toThrow('enough');
  });

  it('cannot be reached where nobody listens', async () => {
    const gone = await startFakeApi();
    await gone.close();
    expect(await clientAt(gone.url).get(request())).toMatchObject({ reason: 'no-connection' });
  });

  it('reads no more than allowed', async () => {
    inOrder(json({ found: ['x'.repeat(5_000)] }));
    const client = clientAt(api.url, { change: (one) => ({ ...one, maxBytes: 1_000 }) });
    expect(await client.get(request())).toMatchObject({ reason: 'too-large', strategy: 'retry_reformulate' });
  });

  it('follows a redirect within the same server', async () => {
    inOrder(text('', 301, { location: '/elsewhere' }), json({ found: ['a'] }));
    expect(await clientAt(api.url).get(request())).toMatchObject({ status: 'ok' });
    expect(api.asked[1]).toBe('/elsewhere?');
  });
});

describe('that nothing matches', () => {
  const meansNothing = (status: number, body: string) => status === 404 && body.includes('NOT_FOUND');

  it('is what the service says, in its own words', async () => {
    inOrder(text('{"error":{"code":"NOT_FOUND"}}', 404));
    expect(await clientAt(api.url).get(request({ meansNothing }))).toMatchObject({ status: 'not-found' });
  });

  it('is not what a proxy says', async () => {
    inOrder(text('404 page not found', 404));
    expect(await clientAt(api.url).get(request({ meansNothing }))).toMatchObject({ status: 'unavailable' });
  });

  it('is believed for minutes, not for a day', async () => {
    const time = testTime();
    const client = clientAt(api.url, { time });
    inOrder(text('NOT_FOUND', 404), json({ found: ['a'] }));
    await client.get(request({ meansNothing }));
    time.pass(5 * 60_000);
    expect(await client.get(request({ meansNothing }))).toMatchObject({
      status: 'not-found',
      age_seconds: 300,
    });
    time.pass(6 * 60_000);
    expect(await client.get(request({ meansNothing }))).toMatchObject({ status: 'ok' });
  });
});

describe('what leaves', () => {
  it('is nothing when the service is switched off', async () => {
    expect(await clientAt(null).get(request())).toMatchObject({
      status: 'unavailable',
      reason: 'switched-off',
    });
  });

  it.each([
    'Nguyễn Văn An warfarin',
    'nguyen van an',
    'John Smith metformin',
    'MRN 123456 warfarin',
    'warfarin 0912345678',
    'warfarin for a.nguyen@example.com',
  ])('is nothing when the words name a person: %s', async (search) => {
    const sent: string[] = [];
    const answer = await clientAt(api.url).get(
      request({ params: { search }, onSend: (url) => sent.push(url) }),
    );
    expect(answer).toMatchObject({
      status: 'unavailable',
      reason: 'names-a-person',
      strategy: 'retry_reformulate',
    });
    expect(api.asked).toEqual([]);
    expect(sent).toEqual([]);
  });

  it.each(['binh', 'Bình', 'warfarin BINH dose', 'x-77-1', 'X 77 1'])(
    'is nothing when it holds what the call must keep: %s',
    async (search) => {
      const withheld = ['Bình', 'X-77-1'];
      const answer = await clientAt(api.url).get(request({ params: { search }, withheld }));
      expect(answer).toMatchObject({ reason: 'names-a-person' });
      expect(api.asked).toEqual([]);
    },
  );

  it('keeps back a name that is spread over two fields', async () => {
    const answer = await clientAt(api.url).get(
      request({ params: { cond: 'asthma tran', locn: 'bich hanoi' }, withheld: ['Trần Bích'] }),
    );
    expect(answer).toMatchObject({ reason: 'names-a-person' });
  });

  it('is told without the key, which goes only to the service', async () => {
    inOrder(json({ found: [] }));
    const sent: string[] = [];
    const client = clientAt(api.url, { change: (one) => ({ ...one, apiKey: 'secret' }) });
    await client.get(request({ onSend: (url) => sent.push(url) }));
    expect(sent).toEqual([`${api.url}/drug/label.json?search=warfarin&limit=5`]);
    expect(api.params[0]?.get('api_key')).toBe('secret');
  });

  it.each([
    'Parkinson disease',
    'Crohn disease in Hanoi',
    'Ho Chi Minh City',
    'Boston, Massachusetts',
    'BRAF V600E melanoma',
    'metformin 500 mg',
  ])('may be words of medicine and places: %s', async (search) => {
    inOrder(json({ found: [] }));
    expect(await clientAt(api.url).get(request({ params: { search } }))).toMatchObject({ status: 'ok' });
  });
});
