import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { StoreUnderTest } from '../run-records.contract.ts';
import { sampleAudit, samplePrincipal } from '../testing/sample-records.ts';

/** What every audit chain must do. How tampering is found is tested where the tables are. */
export function auditContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`audit (${name})`, () => {
    let store: StoreUnderTest;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('chains each entry to the one before it', async () => {
      const me = samplePrincipal();
      const bodies = ['a', 'đái tháo đường \u0000 \ud800 😀', 'c'].map((question) =>
        sampleAudit(me, { question }),
      );
      for (const body of bodies) await store.audit.append(body);
      const entries = await store.audit.list(me.tenant_id, { limit: 10 });
      expect(entries.map((entry) => entry.seq)).toEqual([3, 2, 1]);
      expect(entries.map((entry) => entry.body)).toEqual([...bodies].reverse());
      let previous = '0'.repeat(64);
      for (const entry of entries.reverse()) {
        expect(entry.prev_hash).toBe(previous);
        expect(entry.hash).toBe(sha256(previous + canonicalJson(entry.body)));
        previous = entry.hash;
      }
      expect(await store.audit.verify(me.tenant_id)).toEqual({
        tenant_id: me.tenant_id,
        entries: 3,
        head: previous,
        from_seq: 1,
        first_problem: null,
      });
    });

    it('lists page by page', async () => {
      const me = samplePrincipal();
      for (let i = 0; i < 5; i += 1) await store.audit.append(sampleAudit(me));
      const page = await store.audit.list(me.tenant_id, { limit: 2, beforeSeq: 4 });
      expect(page.map((entry) => entry.seq)).toEqual([3, 2]);
    });

    it('never forks, however many append at once', async () => {
      const me = samplePrincipal();
      await Promise.all(Array.from({ length: 50 }, () => store.audit.append(sampleAudit(me))));
      expect(await store.audit.verify(me.tenant_id)).toMatchObject({ entries: 50, first_problem: null });
    });

    it('keeps a chain for each tenant, and knows them', async () => {
      const [one, two] = [samplePrincipal(), samplePrincipal()];
      await store.audit.append(sampleAudit(one));
      await store.audit.append(sampleAudit(two));
      expect(await store.audit.tenants()).toEqual(expect.arrayContaining([one.tenant_id, two.tenant_id]));
      expect(await store.audit.list(one.tenant_id, { limit: 10 })).toHaveLength(1);
      expect(await store.audit.verify(two.tenant_id)).toMatchObject({ entries: 1, first_problem: null });
    });

    it('finds nothing wrong with a tenant that has no entries', async () => {
      expect(await store.audit.verify(samplePrincipal().tenant_id)).toMatchObject({
        entries: 0,
        first_problem: null,
      });
    });
  });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
