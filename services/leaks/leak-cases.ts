import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningGalen, startGalen } from '../../src/app/testing/start-galen.ts';
import { ALL_DEPARTMENTS, Audience, type Principal, Scope } from '../../src/domain/access.ts';
import type { Answer } from '../../src/domain/answer.ts';
import { AskRequest } from '../../src/domain/ask.ts';
import { EvidenceLevel } from '../../src/domain/evidence-level.ts';
import { IngestSettings } from '../../src/domain/ingest-job.ts';
import type { KnowledgeDocument } from '../../src/domain/passage.ts';
import { isLongRun, sampleOrAll } from '../../src/domain/testing/long-runs.ts';
import { chunkDocument } from '../../src/retrieval/ingest/chunk-document.ts';
import { type FakeQdrant, startFakeQdrant } from '../../src/retrieval/testing/fake-qdrant.ts';
import { sampleDocument, sampleQuery } from '../../src/retrieval/testing/sample-documents.ts';

const CASES = sampleOrAll(200, 5_000);
/** An answer takes longer than a search: one in so many cases asks, and then looks at what was stored. */
const ASKS_ONE_IN = sampleOrAll(5, 10);
const TENANTS = ['north', 'south'].map((name) => `${name}-${randomUUID()}`);
const DEPARTMENTS = [null, 'cardiology', 'dental', 'hr'];
const TOPICS = [null, 'renal', 'heart'];
const ROLES = [null, 'nurse', 'patient_diabetes'];
/** So many more that vectors are compared in memory, and that a private scope leaves few of many. */
const FILLERS = 3_100;

/** Every combination of tenant, scope and department, each with a mark that no other document has. */
function documents(): (KnowledgeDocument & { mark: string })[] {
  const combinations = TENANTS.flatMap((tenant_id) =>
    Scope.options.flatMap((scope) => DEPARTMENTS.map((department) => ({ tenant_id, scope, department }))),
  );
  return combinations.map(({ tenant_id, scope, department }, i) => {
    const mark = `mark${i}x${randomUUID().slice(0, 8)}`;
    return {
      ...sampleDocument({
        // The same ids in both tenants.
        id: `${scope}-${department}`,
        tenant_id,
        scope,
        department,
        title: `Metformin note ${mark}`,
        text: `Metformin lowers blood glucose in adults with diabetes, says ${mark}.`,
        evidence_level: EvidenceLevel.options[i % EvidenceLevel.options.length] ?? 'rct',
        source_type: i % 2 === 0 ? 'pubmed' : 'guidelines',
        topic: TOPICS[i % TOPICS.length] ?? null,
        role: ROLES[i % ROLES.length] ?? null,
        language: i % 5 === 0 ? 'vi' : 'en',
        year: 2000 + (i % 20),
      }),
      mark,
    };
  });
}

/** Public documents about nothing in particular, one passage each. */
function fillers(tenant_id: string) {
  return Array.from({ length: FILLERS }, (_, i) => {
    const text = `Filler ${i} of ${tenant_id} tells of corridor ${i % 97}.`;
    const document = sampleDocument({
      id: `filler-${i}`,
      tenant_id,
      collection: 'fillers',
      title: 'Filler',
      text,
    });
    return { document, passages: chunkDocument(document), fingerprint: '1' };
  });
}

function includes(values: readonly string[], value: string | null): boolean {
  return value !== null && values.includes(value);
}

/** The rule in words, apart from any code that enforces it. */
function mayRead(principal: Principal, { tenant_id, scope, department }: KnowledgeDocument): boolean {
  if (tenant_id !== principal.tenant_id || !principal.scopes.includes(scope)) return false;
  if (scope === 'public' || department === null) return true;
  return principal.departments.includes(department) || principal.departments.includes(ALL_DEPARTMENTS);
}

const anyPrincipal: fc.Arbitrary<Principal> = fc.record({
  user_id: fc.constantFrom('ann', 'ben', 'chi', "x' or true --", '%'),
  tenant_id: fc.constantFrom(...TENANTS, 'nobody', ''),
  audience: fc.constantFrom(...Audience.options),
  role: fc.constantFrom('', 'owner', 'nurse'),
  scopes: fc.subarray([...Scope.options]),
  departments: fc.subarray(['cardiology', 'dental', 'hr', 'null', '', '%', ALL_DEPARTMENTS]),
});
const anyFilters = fc.record({
  evidence_levels: fc.option(fc.subarray([...EvidenceLevel.options])),
  source_types: fc.option(fc.subarray(['pubmed', 'guidelines', 'none'])),
  topics: fc.option(fc.subarray(['renal', 'heart', "' or 1=1"])),
  year_from: fc.option(fc.integer({ min: 1990, max: 2025 })),
  year_to: fc.option(fc.integer({ min: 1990, max: 2025 })),
  roles: fc.option(fc.subarray(['nurse', 'none'])),
  departments: fc.option(fc.subarray(['cardiology', 'hr', '%'])),
  languages: fc.option(fc.subarray(['en', 'vi'] as const)),
  collections: fc.option(fc.subarray(['literature', 'none'])),
});

/** What is found by search, ask, conversations, runs and jobs is what the asker may read, on this engine. */
export function leakCases(engine: 'PostgreSQL' | 'Qdrant'): void {
  describe(`nobody reads what they may not (${engine})`, () => {
    const all = documents();
    let running: RunningGalen;
    let qdrant: FakeQdrant | null = null;
    const turns: { id: string; conversation_id: string; principal: Principal }[] = [];
    const jobs: { id: string; principal: Principal }[] = [];
    beforeAll(async () => {
      if (engine === 'Qdrant') qdrant = await startFakeQdrant();
      const settings = qdrant ? { GALEN_QDRANT_URL: qdrant.url } : {};
      running = await startGalen({ GALEN_SAMPLE_KNOWLEDGE: 'off', ...settings });
      const { passages, ingestion } = running.galen;
      const stored = all.map((document) => ({
        document,
        passages: chunkDocument(document),
        fingerprint: '1',
      }));
      await passages.replaceDocuments(stored);
      for (const tenant_id of TENANTS) await passages.replaceDocuments(fillers(tenant_id));
      await passages.refresh();
      for (const tenant_id of TENANTS) {
        for (const user_id of ['ann', 'ben']) {
          const scopes = [...Scope.options];
          const departments = [ALL_DEPARTMENTS];
          const principal: Principal = {
            user_id,
            tenant_id,
            audience: 'admin',
            role: '',
            scopes,
            departments,
          };
          const file = { name: 'broken.md', bytes: new TextEncoder().encode('') };
          const id = await ingestion.add(principal, IngestSettings.parse({ scope: 'private' }), [file]);
          jobs.push({ id, principal });
        }
      }
    });
    afterAll(async () => {
      await running.stop();
      await qdrant?.close();
    });

    /** Fails if any text tells of a document that the principal may not read. */
    const expectClean = (principal: Principal, told: string) => {
      const leaked = all.filter((document) => told.includes(document.mark) && !mayRead(principal, document));
      expect(leaked.map(({ id, tenant_id }) => `${tenant_id}/${id}`)).toEqual([]);
    };

    it(`in ${CASES} cases, by search, ask, conversations, runs and jobs`, async () => {
      let asked = 0;
      let answered = 0;
      await fc.assert(
        fc.asyncProperty(
          anyPrincipal,
          anyFilters,
          fc.integer({ min: 1, max: ASKS_ONE_IN }),
          fc.nat(),
          async (principal, filters, chance, pick) => {
            const { galen } = running;
            const { tenant_id, scopes, departments } = principal;
            const access = { tenant_id, scopes, departments };
            const found = await galen.passages.search(
              sampleQuery('metformin blood glucose', { access, filters }),
            );
            expectClean(principal, JSON.stringify(found));
            const expected = all.filter(
              (document) =>
                mayRead(principal, document) &&
                (filters.evidence_levels?.includes(document.evidence_level) ?? true) &&
                (filters.source_types?.includes(document.source_type) ?? true) &&
                (filters.topics?.includes(document.topic ?? '') ?? true) &&
                (filters.collections?.includes(document.collection) ?? true) &&
                (document.year ?? -1) >= (filters.year_from ?? -1) &&
                (document.year ?? 10_000) <= (filters.year_to ?? 10_000) &&
                (filters.roles === null ||
                  document.role === null ||
                  includes(filters.roles, document.role)) &&
                (filters.departments === null || includes(filters.departments, document.department)) &&
                (filters.languages === null || includes(filters.languages, document.language)),
            );
            // Not one too many, and not one too few.
            const notes = found.passages.filter(({ document }) => document.collection !== 'fillers');
            expect(notes.map(({ document_id }) => document_id).sort()).toEqual(
              expected.map(({ id }) => id).sort(),
            );

            if (chance === 1 && tenant_id !== '') {
              asked += 1;
              const request = AskRequest.parse({ message: 'Does metformin lower blood glucose?' });
              const turn = await galen.turns.start(request, principal);
              const answer: Answer = await turn.answer;
              expectClean(principal, JSON.stringify(answer));
              if (answer.sources.length > 0) answered += 1;
              turns.push({ ...turn, principal });
            }
            await lookAtStored(principal, pick);
          },
        ),
        { numRuns: CASES, ...(isLongRun ? {} : { seed: 15 }) },
      );
      expect(asked).toBeGreaterThan(CASES / ASKS_ONE_IN / 2);
      expect(answered).toBeGreaterThan(asked / 5);
      expect((await running.galen.passages.state()).engine).toBe(engine === 'Qdrant' ? 'qdrant' : 'postgres');
    }, 1_500_000);

    /** What others stored: theirs alone, and told to nobody else. */
    async function lookAtStored(principal: Principal, pick: number): Promise<void> {
      const { records, conversations, jobs: queue } = running.galen;
      const isOwn = (owner: Principal) =>
        owner.user_id === principal.user_id && owner.tenant_id === principal.tenant_id;
      const turn = turns[pick % Math.max(1, turns.length)];
      if (turn) {
        const own = isOwn(turn.principal);
        expect((await records.get(principal, turn.id)) !== null).toBe(own);
        expect((await records.events(principal, turn.id, 0)).length > 0).toBe(own);
        expect((await conversations.get(principal, turn.conversation_id)) !== null).toBe(own);
        if (!own) expect((await records.history(principal, turn.id, 5)).messages).toEqual([]);
      }
      const job = jobs[pick % jobs.length];
      if (job) expect((await queue.get(principal, job.id)) !== null).toBe(isOwn(job.principal));
    }
  });
}
