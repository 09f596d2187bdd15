import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Access, ALL_DEPARTMENTS, Scope } from '../domain/access.ts';
import { EvidenceLevel } from '../domain/evidence-level.ts';
import type { KnowledgeDocument } from '../domain/passage.ts';
import { sampleOrAll } from '../domain/testing/long-runs.ts';
import type { PassageIndex } from './passage-index.port.ts';
import { sampleDocument, sampleQuery, storeDocument } from './testing/sample-documents.ts';

/** The part of the passage index contract that says who may read what. */
export function passageAccessContract(index: () => PassageIndex): void {
  describe('access', () => {
    const TENANTS = ['t1', 't2'].map((name) => `${name}-${randomUUID()}`);
    const DEPARTMENTS = [null, 'cardiology', 'dental'];
    const ROLES = [null, 'patient_dental', 'doctor_dental', null];
    const documents: KnowledgeDocument[] = [];
    beforeAll(async () => {
      for (const tenant_id of TENANTS) {
        for (const scope of Scope.options) {
          for (const department of DEPARTMENTS) {
            // The same ids in every tenant: the tenant is part of the key.
            const id = `${scope}-${department}`;
            const role = ROLES[documents.length % ROLES.length] ?? null;
            const level = EvidenceLevel.options[documents.length % EvidenceLevel.options.length];
            documents.push(
              await storeDocument(index(), {
                id,
                tenant_id,
                scope,
                department,
                role,
                evidence_level: level ?? 'rct',
                text: `Metformin note of ${tenant_id} ${id}.`,
              }),
            );
          }
        }
      }
    });

    /** The rule in the words of the port, apart from any adapter. */
    const mayRead = (access: Access, { tenant_id, scope, department, role }: KnowledgeDocument) =>
      tenant_id === access.tenant_id &&
      access.scopes.includes(scope) &&
      (role === null || (access.roles?.includes(role) ?? true)) &&
      (scope === 'public' ||
        department === null ||
        access.departments.includes(department) ||
        access.departments.includes(ALL_DEPARTMENTS));

    const anyAccess = fc.record(
      {
        tenant_id: fc.constantFrom(...TENANTS, 'nobody', "x' or true --"),
        scopes: fc.subarray([...Scope.options]),
        departments: fc.subarray(['cardiology', 'dental', 'none', 'null', '', '%', ALL_DEPARTMENTS]),
        roles: fc.subarray(['patient_dental', 'doctor_dental', 'null', '', '%']),
      },
      { requiredKeys: ['tenant_id', 'scopes', 'departments'] },
    );

    it('gives everyone what they may read and nothing else, by search, by document and by list', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyAccess,
          fc.option(fc.subarray([...EvidenceLevel.options])),
          fc.nat({ max: 17 }),
          async (access, evidence_levels, pick) => {
            const found = await index().search(
              sampleQuery('metformin note', { access, filters: { evidence_levels } }),
            );
            const expected = documents.filter(
              (document) =>
                mayRead(access, document) && (evidence_levels?.includes(document.evidence_level) ?? true),
            );
            expect(found.passages.map(({ text }) => text).sort()).toEqual(
              expected.map(({ text }) => text).sort(),
            );

            const asked = documents[pick] ?? sampleDocument();
            const visible = documents.find(
              ({ id, ...rest }) => id === asked.id && mayRead(access, { id, ...rest }),
            );
            expect(await index().getDocument(access, asked.id)).toEqual(visible ?? null);

            const listed = await index().list(access, { limit: 50 });
            const readable = documents.filter((document) => mayRead(access, document));
            expect(listed.map(({ id }) => id)).toEqual(
              readable
                .map(({ id }) => id)
                .sort()
                .reverse(),
            );
            // What one may not read is no place to go on from either.
            const after = await index().list(access, { limit: 50, before: asked.id });
            expect(after.map(({ id }) => id)).toEqual(
              visible ? listed.map(({ id }) => id).filter((id) => id < asked.id) : [],
            );
          },
        ),
        { numRuns: sampleOrAll(120, 600) },
      );
    });

    it('gives nothing to who has no scope, whatever the departments', async () => {
      const access: Access = { tenant_id: TENANTS[0] ?? '', scopes: [], departments: [ALL_DEPARTMENTS] };
      expect((await index().search(sampleQuery('metformin note', { access }))).passages).toEqual([]);
      expect(await index().getDocument(access, 'public-null')).toBeNull();
    });

    it('counts words over what may be read alone where that is asked for, and tells another version only for it', async () => {
      const tenant_id = `counts-${randomUUID()}`;
      const access: Access = { tenant_id, scopes: ['public'], departments: [] };
      const store = (id: string, part: Partial<KnowledgeDocument>) =>
        storeDocument(index(), {
          id,
          tenant_id,
          collection: 'house',
          text: 'Metformin and insulin.',
          ...part,
        });
      await store('open', { scope: 'public' });
      await store('other', { scope: 'public', text: 'Insulin alone.' });
      const searched = async () => {
        const query = sampleQuery('metformin insuln', { access });
        const { passages, terms, corrections } = await index().search({ ...query, countsReadable: true });
        return { scores: passages.map(({ scores }) => scores), terms, corrections };
      };
      const before = { found: await searched(), version: await index().version(access, ['house']) };
      await store('closed', { scope: 'private', text: 'Insuln, insulan, metformin.' });
      expect({ found: await searched(), version: await index().version(access, ['house']) }).toEqual(before);
      expect(await index().version({ ...access, scopes: ['public', 'private'] }, ['house'])).not.toBe(
        before.version,
      );
      await store('open', { scope: 'public', text: 'Metformin and insulin, again.' });
      expect(await index().version(access, ['house'])).not.toBe(before.version);
      expect(await index().version(access, ['elsewhere'])).toBe('');
    });
  });
}
