import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestJob } from '../../domain/ingest-job.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

function upload(text: string, headers: Record<string, string> = {}, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('files', new File([text], 'note.md', { type: 'text/markdown' }));
  return fetch(`${server.url}/v1/documents`, { method: 'POST', body: form, headers });
}

async function outcomeOf(response: Response): Promise<IngestJob> {
  const { job_id } = await readJson<{ job_id: string }>(response);
  return vi.waitFor(
    async () => {
      const job = await readJson<IngestJob>(fetch(`${server.url}/v1/jobs/${job_id}`));
      expect(job.finished_at).not.toBeNull();
      return job;
    },
    { timeout: 60_000, interval: 100 },
  );
}

describe('a page of another origin', () => {
  it.each([
    ['another port of this machine', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['another port, of a browser that does not tell the site', { origin: 'http://127.0.0.1:3000' }],
    ['another site', { origin: 'https://example.org', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('cannot upload as the owner: %s', async (_, headers) => {
    expect((await upload('# A note\n\nFrom elsewhere.', headers)).status).toBe(403);
  });

  it('is not Galen’s own page, nor a program', async () => {
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    expect((await upload('# A note\n\nFrom here.', own)).status).toBe(202);
    expect((await upload('# A note\n\nFrom here.', { origin: server.url })).status).toBe(202);
    expect((await upload('# A note\n\nFrom a program.')).status).toBe(202);
  });
});

describe('input that no person types', () => {
  it.each(['/v1/documents?title=%00', '/v1/documents?before=a%00', '/v1/patients?name=%00x'])(
    'is refused in an address: %s',
    async (path) => {
      expect((await fetch(server.url + path)).status).toBe(400);
    },
  );

  it.each([
    ['/v1/ask', { message: 'Does aspirin help?', role: 'a\u0000' }],
    ['/v1/ask', { message: 'Does aspirin help?', source_types: ['a\u0000'] }],
  ])('is refused in a body of %s: %j', async (path, body) => {
    expect((await server.post(path, body)).status).toBe(400);
  });

  it.each([2_100, 9_900])('is answered by the clinic up to the longest message: %i', async (length) => {
    const sentence = 'The patient has had a dry cough for a week and takes lisinopril every morning. ';
    const message = `Check interactions between warfarin and ibuprofen. ${sentence.repeat(200)}`.slice(
      0,
      length,
    );
    const asked = { message, flow: 'clinic', patient_id: 'gal-0001' };
    expect((await server.post('/v1/ask', asked, { 'x-galen-as': 'clinician' })).status).toBe(200);
  });

  it.each([
    ['one word', 'x'.repeat(100_000)],
    ['lines', 'take it once a day\n'.repeat(20_000)],
  ])('is read from a document as one paragraph: %s', async (_, paragraph) => {
    const { state, progress } = await outcomeOf(await upload(`# Long\n\n${paragraph}\n`));
    expect({ state, failed: progress.failed.filter(({ code }) => code === 'INTERNAL') }).toEqual({
      state: 'done',
      failed: [],
    });
  });
});
