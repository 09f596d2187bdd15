import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal, Scope } from '../../domain/access.ts';
import { DeskSettings } from '../../domain/desk-agents.ts';
import type { KnowledgeDocument } from '../../domain/passage.ts';
import { seededRandom } from '../../domain/testing/seeded-random.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { openTestDatabase, type TestDatabase } from '../../records/testing/test-database.ts';
import { chunkDocument } from '../../retrieval/ingest/chunk-document.ts';
import { createHashEmbedder } from '../../retrieval/models/hash-embedder.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import { createFeatureReranker } from '../../retrieval/search/feature-reranker.ts';
import { createPassageIndex } from '../../retrieval/stores/postgres/postgres-passages.ts';
import { retrievalMigrations } from '../../retrieval/stores/postgres/retrieval-migrations.ts';
import { sampleDocument } from '../../retrieval/testing/sample-documents.ts';
import { askDesk } from '../testing/ask-desk.ts';
import { scriptedGateway } from '../testing/scripted-gateway.ts';
import { defaultDeskSettings } from './agents/default-settings.ts';
import { createDeskTools } from './tools/create-desk-tools.ts';
import type { DeskTools } from './tools/desk-tool.ts';

/** A document, and the one it takes the place of. */
type Policy = KnowledgeDocument & { supersedes?: string | null };

const SCOPES: readonly Scope[] = ['public', 'internal', 'private'];
const DEPARTMENTS = ['hr', 'it', 'general'];
const SUBJECTS = [
  ['overtime', 'Overtime is paid at {n} VND for each hour of overtime.'],
  ['VPN session', 'A VPN session ends after {n} minutes without use.'],
  ['library loan', 'A library loan ends after {n} days for every reader.'],
] as const;
const QUESTIONS = [
  'How much is paid for overtime?',
  'Calculate the total overtime pay for 3 hours of overtime',
  'After how many minutes does a VPN session end, and how long is a library loan?',
  'How long is a library loan?',
  // Misspelt: what is offered instead must be a word that the asker may read.
  'How much is paid for overtme and for librery loans?',
];

/** One after the other: side by side, tasks end in an order that is nobody's secret and differs from run to run. */
const IN_TURN = DeskSettings.parse({
  ...defaultDeskSettings(),
  agent_configs: { enable_parallel_execution: false },
});
const TIMES = /_at$|duration|time_ms|_times$/u;

let database: TestDatabase;
let index: PassageIndex;
let tools: DeskTools;
beforeAll(async () => {
  database = await openTestDatabase(retrievalMigrations);
  const logProblem = () => undefined;
  index = createPassageIndex({
    db: database.db,
    embedder: createHashEmbedder(),
    logProblem,
    isLongLived: false,
  });
  await index.upkeep({ signal: new AbortController().signal });
  tools = freshTools();
});
afterAll(() => database.close());

/** With a cache of their own. */
function freshTools(): DeskTools {
  return createDeskTools({
    passages: index,
    reranker: createFeatureReranker(),
    gateway: scriptedGateway({}),
    settings: defaultDeskSettings(),
    logs: null,
    timeZone: 'Asia/Ho_Chi_Minh',
  });
}

describe('what an asker may not read', () => {
  it.each([1, 2, 3])(
    'changes nothing of what they are told, and no word of it reaches them (world %i)',
    async (seed) => {
      const random = seededRandom(seed);
      const documents = Array.from({ length: 18 }, (_, i): Policy => {
        const document = documentOf(`w${seed}d${i}`, random);
        return random() < 0.3
          ? { ...document, supersedes: `w${seed}d${Math.floor(random() * 18)}` }
          : document;
      });
      await store(`all-${seed}`, documents);
      for (const [place, asker] of askersOf(random).entries()) {
        const readable = documents.filter((document) => mayRead(asker, document));
        const hidden = documents.filter((document) => !mayRead(asker, document));
        // Askers with the same access share what is cached, rightly; here each begins anew.
        tools = freshTools();
        await store(`other-${seed}-${place}`, [...readable, ...hidden.map(otherwise)]);
        await store(`without-${seed}-${place}`, readable);
        for (const message of QUESTIONS) {
          const told = await everythingTold({ ...asker, tenant_id: `all-${seed}` }, message);
          const again = await everythingTold({ ...asker, tenant_id: `all-${seed}` }, message);
          for (const { title, text } of hidden) {
            expect(told).not.toContain(title);
            for (const figure of text.match(/\d{4,}/gu) ?? []) expect(told).not.toContain(figure);
          }
          // The same words, sources, scores, plans, suggestions and hits of the cache as where what they may not read says
          // something else, and as where there is no such thing.
          for (const world of [`other-${seed}-${place}`, `without-${seed}-${place}`]) {
            const inWorld = () => everythingTold({ ...asker, tenant_id: world }, message);
            expect(JSON.parse(await inWorld())).toEqual(JSON.parse(told));
            expect(JSON.parse(await inWorld())).toEqual(JSON.parse(again));
          }
        }
      }
    },
    120_000,
  );

  it('is not told by a cache that forgets because of it', async () => {
    const asker = samplePrincipal({ tenant_id: 'forgets', scopes: ['public'], departments: [] });
    const open = { ...documentOf('open', () => 0), scope: 'public' as const };
    const closed = { ...documentOf('closed', () => 0), scope: 'private' as const };
    await store('forgets', [open]);
    const ratio = async () =>
      JSON.parse(await everythingTold(asker, 'How much is paid for overtime?')).output.performance_metrics
        .cache_hit_ratio;
    expect([await ratio(), await ratio()]).toEqual([0, 1]);
    await store('forgets', [closed]);
    expect(await ratio()).toBe(1);
    await store('forgets', [{ ...open, text: open.text.replace('each', 'every') }]);
    expect(await ratio()).toBe(0);
  });

  it('is in no error: what failed is told, not on what', async () => {
    const secret = { ...documentOf('failing', () => 0), scope: 'private' as const };
    const asker = samplePrincipal({ tenant_id: 'fails', scopes: ['public'], departments: [] });
    tools = {
      ...freshTools(),
      rag_tool: () => Promise.reject(new Error(`while reading ${secret.title}: ${secret.text}`)),
    };
    const told = await everythingTold(
      asker,
      'How much is paid for overtime, and how long is a library loan?',
    );
    expect(told).toContain('AGENT_EXECUTION_FAILED');
    expect(told).not.toContain(secret.title);
    for (const figure of secret.text.match(/\d{4,}/gu) ?? []) expect(told).not.toContain(figure);
    tools = freshTools();
  });

  it('is not in another’s cached results either', async () => {
    const secret = {
      ...documentOf('cached', () => 0.99),
      scope: 'private' as const,
      department: 'hr',
      text: 'Overtime is paid at 987654 VND for each hour of overtime.',
    };
    await store('cache', [secret]);
    const insider = samplePrincipal({ tenant_id: 'cache', scopes: [...SCOPES], departments: ['hr'] });
    const outsider = samplePrincipal({
      tenant_id: 'cache',
      scopes: ['public', 'internal'],
      departments: ['it'],
    });
    expect(await everythingTold(insider, 'How much is paid for overtime?')).toContain('987654');
    expect(await everythingTold(outsider, 'How much is paid for overtime?')).not.toContain('987654');
  });
});

/** All that leaves the flow: answer, sources, output, trace and progress; without times, which differ from run to run. */
async function everythingTold(principal: Principal, message: string): Promise<string> {
  const { state, events, output, path } = await askDesk({ message, principal, tools, settings: IN_TURN });
  const { cited, citations, confidence, follow_up_questions, abstained, route } = state;
  // As the envelope shows sources: the scores behind their order stay inside.
  const sources = cited?.map(({ scores: _, ...source }) => source);
  const told = {
    message: state.message,
    sources,
    citations,
    confidence,
    follow_up_questions,
    abstained,
    route,
  };
  return JSON.stringify({ told, events, output, path }, (key, value: unknown) =>
    TIMES.test(key) ? null : value,
  ).replaceAll(principal.tenant_id, 'T');
}

function documentOf(id: string, random: () => number): KnowledgeDocument {
  const [subject, template] = SUBJECTS[Math.floor(random() * SUBJECTS.length)] ?? SUBJECTS[0];
  const number = 10_000 + Math.floor(random() * 89_999);
  return sampleDocument({
    id,
    title: `Policy ${id} on ${subject}`,
    text: `${template.replace('{n}', String(number))}\n\n## Exceptions under ${number}\n\nThe head of department decides.`,
    collection: 'desk',
    source_type: 'policy',
    evidence_level: 'expert_opinion',
    scope: SCOPES[Math.floor(random() * 3)] ?? 'public',
    ...placeOf(random),
    created_at: new Date(Date.UTC(2020, Math.floor(random() * 60), 1)).toISOString(),
  });
}

/** Of one department, or of none and for all who work here. */
function placeOf(random: () => number): Pick<KnowledgeDocument, 'department' | 'topic'> {
  const place = Math.floor(random() * 4);
  const domains = ['hr_policies', 'it_security', 'general_knowledge'];
  return { department: DEPARTMENTS[place] ?? null, topic: domains[Math.floor(random() * 3)] ?? null };
}

/** Another secret about the same: the words that are searched for stay, so that their frequency does. */
function otherwise(document: Policy): Policy {
  return {
    ...document,
    id: `${document.id}x`,
    title: document.title.replace('Policy', 'Secret'),
    text: document.text.replace(/\d+/u, '77'),
    created_at: '2026-06-01T00:00:00.000Z',
  };
}

function askersOf(random: () => number): Principal[] {
  return Array.from({ length: 3 }, () =>
    samplePrincipal({
      audience: 'staff',
      scopes: SCOPES.filter((scope) => scope === 'public' || random() < 0.5),
      departments: DEPARTMENTS.filter(() => random() < 0.4),
    }),
  );
}

function mayRead({ scopes, departments }: Principal, { scope, department }: KnowledgeDocument): boolean {
  return (
    scopes.includes(scope) && (scope === 'public' || department === null || departments.includes(department))
  );
}

async function store(tenant_id: string, documents: readonly Policy[]): Promise<void> {
  if (documents.length === 0) return;
  await index.replaceDocuments(
    documents.map(({ supersedes = null, ...document }) => ({
      document: { ...document, tenant_id },
      passages: chunkDocument({ id: document.id, text: document.text, language: 'en' }),
      fingerprint: document.text,
      supersedes,
    })),
  );
  await index.refresh();
}
