import { LRUCache } from 'lru-cache';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Access } from '../../../domain/access.ts';
import { DeskSettings } from '../../../domain/desk-agents.ts';
import { createRunContext } from '../../../engine/create-run-context.ts';
import { openTestDatabase, type TestDatabase } from '../../../records/testing/test-database.ts';
import { chunkDocument } from '../../../retrieval/ingest/chunk-document.ts';
import { createHashEmbedder } from '../../../retrieval/models/hash-embedder.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import { createFeatureReranker } from '../../../retrieval/search/feature-reranker.ts';
import { createPassageIndex } from '../../../retrieval/stores/postgres/postgres-passages.ts';
import { retrievalMigrations } from '../../../retrieval/stores/postgres/retrieval-migrations.ts';
import { rankedPassage } from '../../../retrieval/testing/ranked-passage.ts';
import { sampleDocument } from '../../../retrieval/testing/sample-documents.ts';
import { defaultDeskSettings } from '../agents/default-settings.ts';
import type { ToolResult } from '../desk-work.ts';
import type { DeskTool } from './desk-tool.ts';
import { ragTool, searchWords, setAsideReplaced } from './rag-tool.ts';

const QUERY = 'How many days of annual leave does every employee have in winter?';
const ACCESS: Access = { tenant_id: 'one', scopes: ['public', 'internal'], departments: ['hr'] };

const OTHERS = [
  'A VPN session ends after 8 hours without exception.',
  'The library is open from half past seven on working days.',
  'A badge that was lost must be reported to the security office.',
  'Salary is paid by bank transfer in the following month.',
  'Visitors park at gate 2 and pay for each entry.',
];

let database: TestDatabase;
let index: PassageIndex;
let tool: DeskTool;
let now: number;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  index = createPassageIndex({
    db: database.db,
    embedder: createHashEmbedder(),
    logProblem: () => undefined,
    isLongLived: false,
  });
  await index.upkeep({ signal: new AbortController().signal });
});
afterAll(() => database.close());
beforeEach(async () => {
  now = 1_000_000;
  tool = toolWith({});
  await store('Annual leave is 14 days for every employee of the hospital.');
});

function toolWith(workflow: object): DeskTool {
  const workflow_config = { ...defaultDeskSettings().workflow_config, ...workflow };
  const settings = DeskSettings.parse({ ...defaultDeskSettings(), workflow_config });
  const cache = new LRUCache<string, { result: ToolResult; until: number }>({ max: 10 });
  return ragTool({ passages: index, reranker: createFeatureReranker(), settings, cache });
}

/** What is asked for, among other rules: alone it would stand out by nothing. */
async function store(leave: string): Promise<void> {
  const texts = [leave, ...OTHERS];
  await index.replaceDocuments(
    texts.map((text, i) => ({
      document: sampleDocument({
        id: `document-${i}`,
        tenant_id: 'one',
        title: `Policy ${i}`,
        text,
        collection: 'desk',
        source_type: 'policy',
        scope: 'internal',
        department: 'hr',
      }),
      passages: chunkDocument({ id: `document-${i}`, text, language: 'en' }),
      fingerprint: text,
    })),
  );
  await index.refresh();
}

async function find(access: Access = ACCESS, about_a_person = false) {
  const context = createRunContext({
    runId: 'run',
    timeoutMs: 10_000,
    limits: { llm_calls: 1, tokens: 1 },
    emit: () => undefined,
    clock: () => now,
  });
  const result = await tool({
    task: {
      id: 'hr#rag',
      group: 1,
      agent: 'hr',
      tool: 'rag_tool',
      query: QUERY,
      query_index: 1,
      purpose: '',
      message: '',
      depends_on: [],
    },
    agent: defaultDeskSettings().agents.hr ?? null,
    agents: defaultDeskSettings().agents,
    access,
    question: QUERY,
    language: 'en',
    about_a_person,
    earlier: [],
    context,
  });
  context.dispose();
  return { cached: result?.cached, answer: result?.answer };
}

describe('the search tool’s cache', () => {
  it('knows a result again until its time is over', async () => {
    expect(await find()).toMatchObject({ cached: false, answer: expect.stringContaining('14 days') });
    expect((await find()).cached).toBe(true);
    now += defaultDeskSettings().workflow_config.cache_ttl_seconds * 1_000;
    expect((await find()).cached).toBe(false);
  });

  it('forgets when the knowledge has changed', async () => {
    await find();
    await store('Annual leave is 16 days for every employee of the hospital.');
    expect(await find()).toMatchObject({ cached: false, answer: expect.stringContaining('16 days') });
  });

  it('gives no one results found with different access', async () => {
    await find();
    expect(await find({ ...ACCESS, departments: ['it'] })).toEqual({ cached: false, answer: '' });
    expect(await find({ ...ACCESS, scopes: ['public'] })).toEqual({ cached: false, answer: '' });
    expect(await find({ ...ACCESS, tenant_id: 'two' })).toEqual({ cached: false, answer: '' });
    expect((await find({ ...ACCESS, scopes: ['internal', 'public'] })).cached).toBe(true);
  });

  it('keeps nothing that speaks of a person, and nothing at all where it is switched off', async () => {
    await find(ACCESS, true);
    expect((await find(ACCESS, true)).cached).toBe(false);
    tool = toolWith({ enable_caching: false });
    await find();
    expect((await find()).cached).toBeNull();
  });

  it('takes nothing below the relevance it was set to for an answer', async () => {
    expect((await find()).answer).not.toBe('');
    tool = toolWith({ min_relevance_score: 1 });
    expect((await find()).answer).toBe('');
  });
});

describe('the words that a question is searched by', () => {
  it.each([
    ['en', 'How often must passwords be changed?', 'and must passwords be changed?'],
    ['en', 'How much is 6 days of leave at 15.4 million VND?', 'and is and days of leave at and ?'],
    ['vi', 'Khoảng thời gian thăm bệnh là bao nhiêu phút?', 'và thăm bệnh và phút?'],
  ] as const)('leave out amounts and how it is asked (%s: %s)', (language, question, words) => {
    expect(searchWords(question, language)).toBe(words);
  });

  it('keep a number that is a name, and a year', () => {
    expect(searchWords('How much does grade 3 earn under the 2022 policy?', 'en')).toBe(
      'and does grade 3 earn under the 2022 policy?',
    );
    expect(searchWords('Lương bậc 3 là bao nhiêu đồng?', 'vi')).toBe('Lương bậc 3 và ?');
  });

  it('are the whole question where nothing else would be left', () => {
    expect(searchWords('How many 5?', 'en')).toBe('How many 5?');
    expect(searchWords('Bao nhiêu tiền?', 'vi')).toBe('Bao nhiêu tiền?');
  });
});

const old = rankedPassage({
  document: { id: 'old', title: 'Lateness 2022', text: 'Late is 15 minutes.', year: 2022 },
});
const current = rankedPassage({
  document: { id: 'new', title: 'Lateness 2025', text: 'Late is 10 minutes.', year: 2025 },
});
const SUCCESSORS = new Map([['old', { title: 'Lateness 2025', created_at: '2025-08-20T00:00:00.000Z' }]]);
const setAside = (question: string, successors = SUCCESSORS) =>
  setAsideReplaced([old, current], successors, question, 'en');

describe('setAsideReplaced', () => {
  it('leaves out what another document has taken the place of, and says since when', () => {
    const { kept, replaced } = setAside('When is someone late?');
    expect(kept).toEqual([current]);
    expect(replaced).toEqual([
      { document_id: 'old', title: 'Lateness 2022', by: 'Lateness 2025', on: '2025-08-20', is_told: false },
    ]);
  });

  it.each(['What was the old rule on lateness?', 'When was one late under the 2022 policy?'])(
    'keeps it, labelled, where it is asked for: %s',
    (question) => {
      const { kept, replaced } = setAside(question);
      expect(kept.map(({ document }) => document.title)).toEqual([
        'Lateness 2022 (superseded on 2025-08-20)',
        'Lateness 2025',
      ]);
      expect(replaced[0]?.is_told).toBe(true);
    },
  );

  it('keeps it as it is for those who may not read what took its place', () => {
    expect(setAside('When is someone late?', new Map())).toEqual({ kept: [old, current], replaced: [] });
  });
});
