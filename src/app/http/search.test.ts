import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import { storeDocument } from '../../retrieval/testing/sample-documents.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';
import type { FoundPassages } from '../search-request.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

/** One document that a filter lets through, each by another part of it. */
const DOCUMENTS: Record<string, Partial<KnowledgeDocument>> = {
  plain: {},
  wards: { collection: 'wards' },
  desk: { scope: 'internal', department: 'it' },
  children: { role: 'patient_child' },
  heart: { topic: 'Tim, mạch', sub_topic: 'Suy tim' },
  guide: { source_type: 'guidelines' },
  opinion: { evidence_level: 'expert_opinion' },
  old: { year: 1990 },
  new: { year: 2024 },
  viet: { language: 'vi' },
  dentists: { role: 'doctor_dental', collection: 'pairs' },
  teeth: { role: 'patient_dental', collection: 'pairs' },
};

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off' });
  for (const [id, part] of Object.entries(DOCUMENTS)) {
    const text = `Zygomorphic ${id} rest helps after the ${id} syndrome.`;
    await storeDocument(server.galen.passages, { ...part, id, title: id, text, tenant_id: DEMO_TENANT });
  }
});
afterAll(() => server.stop());

const post = (body: object, as = 'owner') =>
  server.post('/v1/search', { query: 'zygomorphic rest', limit: 50, ...body }, { 'x-galen-as': as });
const search = async (body: object, as?: string) => readJson<FoundPassages>(post(body, as));
const found = async (body: object, as?: string) =>
  (await search(body, as)).passages.map(({ document_id }) => document_id).sort();

const without = (...ids: string[]) =>
  Object.keys(DOCUMENTS)
    .filter((id) => !ids.includes(id))
    .sort();

describe('POST /v1/search', () => {
  it.each([
    [{}, without()],
    [{ collections: ['wards', 'none'] }, ['wards']],
    [{ departments: ['it'] }, ['desk']],
    [{ roles: ['patient_adult'] }, without('children', 'dentists', 'teeth')],
    [{ topics: ['Tim, mạch'] }, ['heart']],
    [{ sub_topics: ['Suy tim'] }, ['heart']],
    [{ sub_topics: ['Suy tim'], collections: ['wards'] }, []],
    [{ source_types: ['guidelines'] }, ['guide']],
    [{ min_evidence_level: 2 }, without('opinion')],
    [{ year_from: 2021 }, ['new']],
    [{ year_to: 1990 }, ['old']],
    [{ year_from: 1990, year_to: 2020 }, without('new')],
    [{ languages: ['vi'] }, ['viet']],
    [{ collections: [] }, []],
  ])('with %j finds what the filter leaves', async (filters, expected) => {
    expect(await found(filters)).toEqual(expected);
  });

  it('finds for a patient nothing that is written for doctors, whatever they ask for', async () => {
    const roles = ['doctor_dental', 'patient_dental'];
    const forSomeone = async (body: object, as: string) =>
      (await found({ collections: ['pairs'], ...body }, as)).join(' ');
    expect(await forSomeone({}, 'clinician')).toBe('dentists teeth');
    expect(await forSomeone({}, 'patient')).toBe('teeth');
    expect(await forSomeone({ roles }, 'patient')).toBe('teeth');
    expect(await forSomeone({ roles: ['doctor_dental'] }, 'patient')).toBe('');
  });

  it('finds in a department only what the asker may read there', async () => {
    expect(await found({ departments: ['it'] }, 'staff-it')).toEqual(['desk']);
    expect(await found({ departments: ['it'] }, 'staff-hr')).toEqual([]);
  });

  it.each([
    [{ year_from: 2021, year_to: 2020 }, /year_from/u],
    [{ year_from: 2021.5 }, /year_from/u],
    [{ languages: ['fr'] }, /languages/u],
    [{ topics: [''] }, /topics/u],
    [{ colections: ['wards'] }, /not known/u],
  ])('refuses %j and names what is wrong', async (body, named) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await readJson<{ error: ErrorBody }>(response)).error.message).toMatch(named);
  });

  it('explains on request how each passage was ranked', async () => {
    const { passages } = await search({ explain: true });
    for (const { explanation, scores, matched_terms } of passages) {
      expect(explanation).toMatchObject({
        bm25: scores.bm25,
        cosine: scores.cosine,
        lexical: scores.lexical,
        dense: scores.dense,
        fused: scores.relevance,
        rerank: scores.rerank,
        evidence: scores.evidence,
        matched_terms,
      });
    }
    const finals = passages.map(({ explanation }) => explanation?.final ?? Number.NaN);
    expect(finals).toEqual([...finals].sort((a, b) => b - a));
    expect(finals[0]).toBeGreaterThan(0);
    expect(passages[0]?.matched_terms).toContain('rest');
    expect((await search({})).passages.map(({ explanation }) => explanation)).toEqual(
      passages.map(() => null),
    );
  });

  it('shows a text of two collections once, as what both hold', async () => {
    const text = 'Quixotic rest is advised for the same reasons.';
    const stored = { title: 'Copied', text, tenant_id: DEMO_TENANT };
    for (const id of ['one', 'two']) {
      await storeDocument(server.galen.passages, { ...stored, id, collection: id });
    }
    const { passages } = await search({ query: 'quixotic advised reasons' });
    const [first] = passages.filter((passage) => passage.text === text);
    expect(passages.filter((passage) => passage.text === text)).toHaveLength(1);
    expect([first?.id, ...(first?.also_in ?? [])].sort()).toEqual(['one#0', 'two#0']);
  });

  it('is described in OpenAPI with all its filters', async () => {
    const { paths } = await readJson<{ paths: object }>(fetch(`${server.url}/openapi.json`));
    const described = JSON.stringify(paths);
    const names = ['departments', 'roles', 'sub_topics', 'year_from', 'languages', 'explain', 'also_in'];
    for (const name of names) expect(described).toContain(`"${name}"`);
  });
});
