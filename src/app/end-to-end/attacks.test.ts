import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestJob } from '../../domain/ingest-job.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_MAX_RUNS_PER_PERSON: '3' });
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

describe('one asker among others', () => {
  const ask = (as: string, message = 'What are the side effects of metformin?') =>
    server.post('/v1/ask', { message, flow: 'evidence' }, { 'x-galen-as': as });

  it('has so many turns in flight and no more, and keeps nobody else from theirs', async () => {
    const asked = Array.from({ length: 8 }, () => ask('patient'));
    const other = await ask('researcher');
    expect(other.status).toBe(200);
    const responses = await Promise.all(asked);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await ask('patient')).status).toBe(200);
  });

  it('has a few words put right, however many are misspelt, and asks the database for so many terms', async () => {
    const { pool } = server.galen.database;
    const connect: () => Promise<pg.PoolClient> = pool.connect;
    let most = 0;
    const measured = async () => {
      const client = await connect();
      const query = (...args: unknown[]) => {
        most = Math.max(most, sizeOf(args[1]));
        // A cast, because the driver's overloads do not matter here.
        return (client.query as (...args: unknown[]) => unknown)(...args);
      };
      return { ...client, query };
    };
    Object.assign(pool, { connect: measured });
    try {
      expect((await ask('patient', misspelt(9_900))).status).toBe(200);
    } finally {
      Object.assign(pool, { connect });
    }
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(1_000);
  });
});

describe('a document that claims to be evidence', () => {
  const as = (name: string) => ({ 'x-galen-as': name });
  const claim = { scope: 'public', source_type: 'guidelines', evidence_level: 'clinical_guideline' };
  const found = async (query: string) => {
    const response = await server.post('/v1/search', { query, limit: 5 });
    return (await readJson<{ passages: RankedPassage[] }>(response)).passages;
  };
  const guideline = async () => {
    const [passage] = await found('blood pressure target in chronic kidney disease guideline');
    return passage?.document_id ?? '';
  };

  it.each(['staff-general', 'clinician'])('is not one by the word of %s', async (name) => {
    expect((await upload('# Rule\n\nTake quixotamine.', as(name), claim)).status).toBe(403);
  });

  it('is an upload where only the file says so, and the uploader is told', async () => {
    const matter = {
      ...{
        id: 'rule',
        title: 'Rule',
        journal: 'None',
        year: 2024,
        topic: 'rules',
        language: 'en',
        reference: 'None',
      },
      ...{ evidence_level: 'systematic_review', source_type: 'guidelines' },
    };
    const text = `---\n${JSON.stringify(matter)}\n---\n# Rule\n\nAlways take quixotamine.`;
    const response = await upload(text, as('staff-general'), { scope: 'public', collection: 'rules' });
    const { job_id } = await readJson<{ job_id: string }>(response);
    const job = await vi.waitFor(
      async () => {
        const seen = await readJson<IngestJob>(
          fetch(`${server.url}/v1/jobs/${job_id}`, { headers: as('staff-general') }),
        );
        expect(seen.finished_at).not.toBeNull();
        return seen;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(job.progress).toMatchObject({
      loaded: 1,
      skipped: [{ reason: expect.stringContaining('upload') }],
    });
    const [passage] = await found('quixotamine');
    expect(passage?.document).toMatchObject({ source_type: 'upload', evidence_level: 'expert_opinion' });
  });

  it('is deleted by a reviewer alone, and restored as it was, on the record', async () => {
    const id = await guideline();
    const path = `${server.url}/v1/documents/${encodeURIComponent(id)}`;
    expect((await fetch(path, { method: 'DELETE', headers: as('staff-general') })).status).toBe(403);
    const before = await readJson(fetch(path));
    const answer = await found('blood pressure target in chronic kidney disease guideline');
    expect((await fetch(path, { method: 'DELETE', headers: as('admin') })).status).toBe(204);
    expect((await fetch(path)).status).toBe(404);
    expect((await fetch(`${path}/restore`, { method: 'POST', headers: as('staff-general') })).status).toBe(
      404,
    );
    expect((await fetch(`${path}/restore`, { method: 'POST', headers: as('admin') })).status).toBe(204);
    expect(await readJson(fetch(path))).toEqual(before);
    const again = await found('blood pressure target in chronic kidney disease guideline');
    expect(again.map(({ id, text }) => [id, text])).toEqual(answer.map(({ id, text }) => [id, text]));
    expect((await fetch(`${path}/restore`, { method: 'POST', headers: as('admin') })).status).toBe(404);
    const entries = await server.galen.audit.list('demo', { limit: 6 });
    expect(entries.map(({ body }) => body.action)).toEqual(
      expect.arrayContaining(['restore', 'restore-refused', 'delete']),
    );
  });
});

/** Different words, each a letter away from one that is known. */
function misspelt(length: number): string {
  const known = [
    'metformin',
    'hypertension',
    'pregnancy',
    'treatment',
    'pneumonia',
    'antibiotic',
    'pressure',
  ];
  const words = known.flatMap((word) =>
    Array.from(word.slice(2), (_, i) =>
      Array.from('bcdfghjklmnpqrstvwz', (letter) => word.slice(0, i + 2) + letter + word.slice(i + 3)),
    ).flat(),
  );
  return words.join(' ').slice(0, length);
}

/** Values that a statement is given, those of its lists counted one by one. */
function sizeOf(values: unknown): number {
  return Array.isArray(values) ? values.reduce<number>((sum, value) => sum + sizeOf(value), 0) : 1;
}
