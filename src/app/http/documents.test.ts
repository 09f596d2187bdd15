import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import type { AuditEntry } from '../../domain/audit-entry.ts';
import type { IngestJob } from '../../domain/ingest-job.ts';
import type { ListedDocument, RankedPassage } from '../../domain/passage.ts';
import { writePdf } from '../../retrieval/testing/write-pdf.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let running: RunningGalen;
beforeAll(async () => {
  running = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
});
afterAll(() => running.stop());

const MIB = 1024 * 1024;
type Files = Record<string, string | Uint8Array<ArrayBuffer>>;

function upload(files: Files, fields: Record<string, string>, as = 'owner'): Promise<Response> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  return fetch(`${running.url}/v1/documents`, { method: 'POST', body: form, headers: { 'x-galen-as': as } });
}
const get = (path: string, as = 'owner') => fetch(running.url + path, { headers: { 'x-galen-as': as } });
const remove = (id: string, as: string) =>
  fetch(`${running.url}/v1/documents/${id}`, { method: 'DELETE', headers: { 'x-galen-as': as } });
const codeOf = async (response: Response) => {
  const { error } = await readJson<{ error?: { code: string } }>(response);
  return [response.status, error?.code];
};

/** Uploads, and waits for the job's end. */
async function ingest(files: Files, fields: Record<string, string>, as = 'owner'): Promise<IngestJob> {
  const response = await upload(files, fields, as);
  expect(response.status).toBe(202);
  const { job_id } = await readJson<{ job_id: string }>(response);
  return vi.waitFor(
    async () => {
      const job = await readJson<IngestJob>(get(`/v1/jobs/${job_id}`, as));
      expect(job.state).toBe('done');
      return job;
    },
    { timeout: 120_000, interval: 50 },
  );
}
const list = async (as: string) =>
  (await readJson<{ documents: ListedDocument[] }>(get('/v1/documents?limit=200', as))).documents;
const finds = async (query: string, as: string) => {
  const response = running.post('/v1/search', { query }, { 'x-galen-as': as });
  return (await readJson<{ passages: RankedPassage[] }>(response)).passages.map(({ text }) => text);
};

describe('documents over HTTP', () => {
  it('are added, found by who may read them, shown, and deleted with all that was made of them', async () => {
    const text = '# Leave\n\nZygomorphic leave is granted for twelve days.';
    const job = await ingest({ 'leave.md': text }, { collection: 'rules', department: 'hr' }, 'staff-hr');
    expect(job.progress).toMatchObject({ done: 1, total: 1, loaded: 1, failed: [] });

    expect(await finds('zygomorphic leave', 'staff-hr')).toHaveLength(1);
    for (const other of ['staff-it', 'patient']) {
      expect(await finds('zygomorphic leave', other)).toEqual([]);
      expect(await list(other)).toEqual([]);
    }
    const [listed] = await list('staff-hr');
    expect(listed).toMatchObject({ title: 'Leave', collection: 'rules', scope: 'internal', passages: 1 });
    const path = `/v1/documents/${listed?.id}`;
    expect(await readJson(get(path, 'staff-hr'))).toMatchObject({ id: listed?.id, text });
    expect(await codeOf(await get(path, 'staff-it'))).toEqual([404, 'NOT_FOUND']);

    expect(await codeOf(await remove(listed?.id ?? '', 'staff-it'))).toEqual([404, 'NOT_FOUND']);
    expect((await remove(listed?.id ?? '', 'staff-hr')).status).toBe(204);
    expect(await finds('zygomorphic leave', 'staff-hr')).toEqual([]);
    expect(await codeOf(await remove(listed?.id ?? '', 'staff-hr'))).toEqual([404, 'NOT_FOUND']);
  });

  it('are stored for whom they are written and what they are about, whatever the file says', async () => {
    const csv = 'DEMUC,CHUDECON,MASO,CAUHOI,CAUTRALOI,GIAITHICH\nTim,Suy tim,1,Ai?,Nghỉ ngơi.,\n';
    const own = { collection: 'qa', scope: 'public', role: 'patient_heart' };
    await ingest({ 'qa.csv': csv }, own);
    const stored = async () => (await list('owner')).filter(({ collection }) => collection === 'qa');
    expect(await stored()).toMatchObject([{ role: 'patient_heart', topic: 'Tim', sub_topic: 'Suy tim' }]);
    await ingest({ 'qa.csv': csv }, { ...own, topic: 'Tim, mạch', sub_topic: 'Mạn tính' });
    expect(await stored()).toMatchObject([{ topic: 'Tim, mạch', sub_topic: 'Mạn tính' }]);
  });

  it('are cited with their page, headings, year and level of evidence', async () => {
    const filler = Array.from({ length: 24 }, (_, i) => ({
      text: `Line ${i} of the preface thanks the many people who wrote the book.`,
      y: 780 - 20 * i,
    }));
    const body = [
      { text: 'Dosage', size: 20, y: 700 },
      { text: 'Farxamide lowers potassium in most adults.', y: 640 },
    ];
    const pdf = new Uint8Array(writePdf([filler, body]));
    const fields = { scope: 'public', source_type: 'guidelines', evidence_level: 'clinical_guideline' };
    await ingest({ 'book.pdf': pdf }, { ...fields, collection: 'books' });
    const asked = { message: 'Does farxamide lower potassium?', flow: 'evidence' };
    const answer = Answer.parse(await (await running.post('/v1/ask', asked)).json());
    expect(answer.sources).toMatchObject([
      {
        page: 2,
        heading_path: ['Dosage'],
        evidence_level: 'clinical_guideline',
        year: null,
        summary_of: null,
        fictional: false,
        text: expect.stringContaining('Farxamide'),
      },
    ]);
    const { paths } = await readJson<{ paths: Record<string, object> }>(get('/openapi.json'));
    const source = ['properties', 'sources', 'items', 'properties'];
    for (const name of ['page', 'heading_path', 'year', 'evidence_level', 'summary_of', 'fictional']) {
      const path = ['post', 'responses', '200', 'content', 'application/json', 'schema', ...source, name];
      expect(paths['/v1/ask']).toHaveProperty(path);
    }
  });

  it('fail alone when broken, and change nothing when sent again', async () => {
    const files = {
      'good.md': 'Good text.',
      'bad.md': new Uint8Array([0xff, 0xfe, 0x41]),
      'fine.txt': 'Fine text.',
    };
    const fields = { collection: 'mixed', scope: 'public' };
    const first = await ingest(files, fields);
    expect(first.progress).toMatchObject({ done: 3, loaded: 2, failed: [{ file: 'bad.md' }] });
    expect(first.progress.failed[0]?.reason).toMatch(/bad\.md/u);
    const before = await list('owner');
    expect((await ingest(files, fields)).progress).toMatchObject({ loaded: 0, unchanged: 2 });
    expect(await list('owner')).toEqual(before);
    await ingest({ 'good.md': 'Better text.' }, fields);
    expect(await finds('text', 'patient')).toEqual(expect.arrayContaining(['Better text.', 'Fine text.']));
    expect(await finds('text', 'patient')).not.toContain('Good text.');
  });

  it('are listed page by page', async () => {
    const all = await list('owner');
    const paged: ListedDocument[] = [];
    for (let before = ''; ; before = `&before=${paged.at(-1)?.id}`) {
      const page = await readJson<{ documents: ListedDocument[] }>(get(`/v1/documents?limit=1${before}`));
      if (page.documents.length === 0) break;
      paged.push(...page.documents);
    }
    expect(all.length).toBeGreaterThan(1);
    expect(paged).toEqual(all);
  });

  it('say to each asker whether they may delete them', async () => {
    const may = async (as: string) => new Set((await list(as)).map(({ may_delete }) => may_delete));
    expect(await may('owner')).toEqual(new Set([true]));
    expect(await may('patient')).toEqual(new Set([false]));
  });

  it.each([
    ['patient', { scope: 'public' }],
    ['researcher', { scope: 'public' }],
    ['clinician', { scope: 'private' }],
    ['staff-hr', { scope: 'private', department: 'it' }],
    ['staff-it', { scope: 'public', department: 'hr' }],
  ])('are not taken from %s with %j', async (as, fields) => {
    expect(await codeOf(await upload({ 'x.md': 'Text.' }, fields, as))).toEqual([403, 'FORBIDDEN']);
  });

  it('are not deleted by who may read but not write them', async () => {
    await ingest({ 'public.md': 'Public text.' }, { scope: 'public', collection: 'open' });
    const found = (await list('patient')).find(({ collection }) => collection === 'open');
    expect(await codeOf(await remove(found?.id ?? '', 'patient'))).toEqual([403, 'FORBIDDEN']);
    expect((await get(`/v1/documents/${found?.id}`, 'patient')).status).toBe(200);
  });

  it('are refused beyond the limits, and when the form is wrong', async () => {
    const fields = { scope: 'public' };
    const big = new Uint8Array(20 * MIB + 1);
    expect(await codeOf(await upload({ 'a.md': big }, fields))).toEqual([413, 'DOCUMENT_TOO_LARGE']);
    const whole = new Uint8Array(18 * MIB);
    const three = { 'a.md': whole, 'b.md': whole, 'c.md': whole };
    expect(await codeOf(await upload(three, fields))).toEqual([413, 'BODY_TOO_LARGE']);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}.md`, 'x']));
    expect(await codeOf(await upload(many, fields))).toEqual([413, 'TOO_MANY_FILES']);
    for (const wrong of [
      { scope: 'secret' },
      { collection: 'literature' },
      { unknown: 'x' },
      { topic: 'x'.repeat(201) },
      { language: 'fr' },
    ]) {
      expect(await codeOf(await upload({ 'a.md': 'x' }, wrong))).toEqual([400, 'BAD_REQUEST']);
    }
    expect(await codeOf(await upload({}, fields))).toEqual([400, 'BAD_REQUEST']);
    const json = await running.post('/v1/documents', {});
    expect(await codeOf(json)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await codeOf(await running.post('/v1/documents', '--x\r\nno', broken))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  it('have jobs that only their maker sees', async () => {
    const { id } = await ingest({ 'own.md': 'Own text.' }, { department: 'hr' }, 'staff-hr');
    expect(await codeOf(await get(`/v1/jobs/${id}`, 'admin'))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(await get('/v1/jobs/none', 'staff-hr'))).toEqual([404, 'NOT_FOUND']);
  });

  it('leave their comings, goings and refusals in the audit chain, and are described in OpenAPI', async () => {
    const { entries } = await readJson<{ entries: AuditEntry[] }>(get('/v1/audit?limit=500'));
    const actions = new Set(entries.map(({ body }) => body.action));
    expect(actions).toEqual(
      new Set(['ingest', 'ingest-refused', 'delete', 'delete-refused', 'search', 'ask']),
    );
    const { paths } = await readJson<{ paths: Record<string, object> }>(get('/openapi.json'));
    expect(Object.keys(paths['/v1/documents'] ?? {})).toEqual(['post', 'get']);
    expect(paths['/v1/jobs/{id}']).toBeDefined();
  });
});
