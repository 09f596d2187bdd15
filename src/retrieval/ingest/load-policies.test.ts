import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../domain/access.ts';
import { originOf, POLICY_COLLECTION } from '../../domain/passage.ts';
import { openTestDatabase, type TestDatabase } from '../../records/testing/test-database.ts';
import { createHashEmbedder } from '../models/hash-embedder.ts';
import type { PassageFilters, PassageIndex } from '../passage-index.port.ts';
import { createPassageIndex } from '../stores/postgres/postgres-passages.ts';
import { retrievalMigrations } from '../stores/postgres/retrieval-migrations.ts';
import { KNOWLEDGE_FOLDER } from '../testing/knowledge-files.ts';
import { sampleDocument } from '../testing/sample-documents.ts';
import { chunkDocument } from './chunk-document.ts';
import { type KnowledgeReport, loadKnowledge } from './load-knowledge.ts';

const FOLDER = join(KNOWLEDGE_FOLDER, 'desk');
const TENANT = 'policies';
const PATIENT: Access = { tenant_id: TENANT, scopes: ['public'], departments: [] };
const STAFF_HR: Access = {
  tenant_id: TENANT,
  scopes: ['public', 'internal', 'private'],
  departments: ['hr'],
};

let database: TestDatabase;
let index: PassageIndex;
let first: KnowledgeReport;
/** The policies alone of all that ships. */
const folder = mkdtempSync(join(tmpdir(), 'galen-policies-'));
cpSync(FOLDER, join(folder, 'desk'), { recursive: true });
const load = () =>
  loadKnowledge({ folder, tenantId: TENANT, index, chunking: { maxCharacters: 900 }, clock: Date.now });

beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  const embedder = createHashEmbedder();
  index = createPassageIndex({
    db: database.db,
    embedder,
    logProblem: () => undefined,
    isLongLived: false,
  });
  await index.upkeep({ signal: new AbortController().signal });
  first = await load();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  return database.close();
});

const search = (access: Access, query: string, filters: PassageFilters = {}) =>
  index.search({
    query,
    expansions: [],
    language: 'vi',
    access,
    filters,
    limit: 40,
    signal: new AbortController().signal,
  });

describe('the policies that ship', () => {
  it('are all loaded, with the scope, department and date that each states', async () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.md'));
    expect(files.length).toBeGreaterThanOrEqual(60);
    expect(first).toEqual({ loaded: files.length, unchanged: 0, removed: 0 });
    const policy = await index.getDocument(STAFF_HR, 'hr-lateness-2025-vi');
    expect(policy && originOf(policy)).toEqual({ summary_of: null, fictional: true });
    expect(policy).toMatchObject({
      collection: POLICY_COLLECTION,
      scope: 'internal',
      department: null,
      topic: 'hr_policies',
      sub_topic: 'lateness',
      created_at: '2025-08-20T00:00:00.000Z',
      source_type: 'policy',
    });
  });

  it('are left alone when nothing has changed', async () => {
    expect(await load()).toEqual({ loaded: 0, unchanged: first.loaded, removed: 0 });
  });

  it('leave alone what others have put into their collection', async () => {
    const text = 'The pharmacy is open from 07:00 to 19:00.';
    const document = sampleDocument({
      id: 'a1b2-c3d4',
      tenant_id: TENANT,
      collection: POLICY_COLLECTION,
      text,
    });
    const passages = chunkDocument({ id: document.id, text, language: 'en' });
    await index.replaceDocuments([{ document, passages, fingerprint: 'theirs' }]);
    expect(await load()).toMatchObject({ removed: 0 });
    expect((await index.fingerprints(TENANT, POLICY_COLLECTION)).get(document.id)).toBe('theirs');
    await index.removeDocument(TENANT, document.id);
  });

  it('show a patient public ones only, whatever is asked', async () => {
    const listed = await index.list(PATIENT, { limit: 200 });
    expect(listed.length).toBeGreaterThan(5);
    expect(new Set(listed.map(({ scope }) => scope))).toEqual(new Set(['public']));
    expect(await index.getDocument(PATIENT, 'hr-salary-grades-vi')).toBeNull();
    const { passages } = await search(PATIENT, 'lương cơ bản bậc 3 hồ sơ kỷ luật truyền thông khủng hoảng');
    expect(new Set(passages.map(({ document }) => document.scope))).toEqual(new Set(['public']));
  });

  it('show a department its own closed ones and no other’s', async () => {
    const listed = await index.list(STAFF_HR, { limit: 200 });
    const closed = listed.filter(({ scope, department }) => scope !== 'public' && department !== null);
    expect(closed.filter(({ scope }) => scope === 'private').length).toBeGreaterThanOrEqual(3);
    expect(closed.filter(({ scope }) => scope === 'internal').length).toBeGreaterThanOrEqual(3);
    expect(new Set(closed.map(({ department }) => department))).toEqual(new Set(['hr']));
  });

  it('show the rules of every employee to all who work here, and to nobody else', async () => {
    const porter: Access = { tenant_id: TENANT, scopes: ['public', 'internal'], departments: ['porters'] };
    const rules = [
      'hr-annual-leave-2025-vi',
      'hr-lateness-2025-vi',
      'it-password-reset-vi',
      'it-vpn-2025-en',
    ];
    for (const id of rules) {
      expect(await index.getDocument(porter, id)).toMatchObject({ scope: 'internal' });
      expect(await index.getDocument(PATIENT, id)).toBeNull();
    }
    for (const id of ['hr-kpi-vi', 'hr-salary-grades-vi', 'it-backups-en', 'general-crisis-vi'])
      expect(await index.getDocument(porter, id)).toBeNull();
  });

  it('know which of them took the place of which, for those who may read the new one', async () => {
    const old = ['hr-lateness-2022-vi', 'hr-lateness-2025-vi', 'it-log-retention-2023-en'];
    const known = await index.successors(STAFF_HR, old);
    expect([...known.keys()]).toEqual(['hr-lateness-2022-vi']);
    expect(known.get('hr-lateness-2022-vi')).toEqual({
      title: 'Quy định về đi muộn, về sớm (bản 2025)',
      created_at: '2025-08-20T00:00:00.000Z',
    });
    expect(await index.successors(PATIENT, old)).toEqual(new Map());
  });

  it('stay out of a search of the literature', async () => {
    const { passages } = await search(STAFF_HR, 'đi muộn bị trừ điểm KPI', {
      source_types: ['pubmed', 'guidelines'],
    });
    expect(passages).toEqual([]);
  });
});
