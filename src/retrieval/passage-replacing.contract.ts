import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from './ingest/chunk-document.ts';
import type { PassageIndex } from './passage-index.port.ts';
import { sampleDocument } from './testing/sample-documents.ts';
import { documentIds, sampleTenant } from './testing/sample-tenant.ts';

/** The part of the passage index contract that says what a document in place of another one leaves behind. */
export function passageReplacingContract(index: () => PassageIndex): void {
  describe('replacing and removing', () => {
    const tenant = () => sampleTenant(index());

    it('leaves nothing of the old text behind', async () => {
      const { store, ask, access, tenant_id } = tenant();
      await store({
        id: 'a',
        title: 'Old',
        text: '## One\nOldword here.\n\n## Two\nOldword there, and more of it.',
      });
      await store({ id: 'a', title: 'New', text: 'Newword only.' });
      expect(documentIds(await ask('newword'))).toEqual(['a']);
      for (const { text } of (await ask('oldword')).passages) expect(text).toBe('Newword only.');
      expect((await index().getDocument(access, 'a'))?.text).toBe('Newword only.');
      expect(await index().count(tenant_id)).toEqual({ documents: 1, passages: 1 });
    });

    it('brings term weights back to where they were', async () => {
      const { store, ask, tenant_id } = tenant();
      // Digits only after the letters, so that stemming leaves it as it is.
      const rare = `term${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
      await store({ id: 'stays', text: `Metformin and ${rare}.` });
      const weights = async () => (await ask(`metformin ${rare}`)).terms;
      const before = await weights();
      await store({ id: 'goes', text: `## One\n${rare}.\n\n## Two\nMetformin twice.` });
      expect(await weights()).not.toEqual(before);
      await store({ id: 'goes', text: 'Something else about metformin.' });
      await index().removeDocument(tenant_id, 'goes');
      expect(await weights()).toEqual(before);
    });

    it('keeps the old document whole when the new one cannot be stored', async () => {
      const { store, ask, access, tenant_id } = tenant();
      const old = await store({ id: 'a', text: 'Metformin, the old text.' });
      const before = await ask('metformin old text');
      const text = 'Metformin';
      const [once] = chunkDocument({ ...old, text });
      if (!once) throw new Error('it has a passage');
      const replacing = index().replaceDocuments([
        { document: { ...old, text }, passages: [once, once], fingerprint: '2' },
      ]);
      await expect(replacing).rejects.toThrow();
      expect(await index().getDocument(access, 'a')).toEqual(old);
      expect(await ask('metformin old text')).toEqual(before);
      expect(await index().fingerprints(tenant_id, 'literature')).toEqual(
        new Map([['a', `fingerprint of ${old.text}`]]),
      );
    });

    it('is never seen half done', async () => {
      const { store, ask } = tenant();
      const filler = 'It was studied for a long time in many adults. '.repeat(15);
      const version = (n: number) =>
        `## One\nMetformin version${n}. ${filler}\n\n## Two\nMetformin version${n}.`;
      await store({ id: 'a', text: version(0) });
      let done = false;
      const seen = (async () => {
        while (!done) {
          const { passages } = await ask('metformin');
          expect(passages).toHaveLength(2);
          const versions = new Set(passages.map(({ text }) => /version\d/u.exec(text)?.[0]));
          expect(versions.size).toBe(1);
        }
      })();
      for (let n = 1; n < 8; n += 1) await store({ id: 'a', text: version(n) });
      done = true;
      await seen;
    });

    it('lets two replace the same document at once', async () => {
      const { store, ask, tenant_id } = tenant();
      await store({ id: 'stays', text: 'Metformin.' });
      const before = (await ask('metformin')).terms;
      const texts = Array.from({ length: 6 }, (_, i) => `Metformin copy${i}.`);
      await Promise.all(texts.map((text) => store({ id: 'a', text })));
      expect(await index().count(tenant_id)).toEqual({ documents: 2, passages: 2 });
      await Promise.all([index().removeDocument(tenant_id, 'a'), index().removeDocument(tenant_id, 'a')]);
      expect((await ask('metformin')).terms).toEqual(before);
    });

    it('replaces many at once: all of them, or none when one cannot be stored', async () => {
      const { store, ask, tenant_id } = tenant();
      await store({ id: 'a', text: 'Oldword of a.' });
      await store({ id: 'stays', text: 'Metformin.' });
      const entry = (id: string, text: string) => {
        const document = sampleDocument({ id, tenant_id, text, department: id, title: `Title ${id}` });
        return { document, passages: chunkDocument(document), fingerprint: `1 ${id}` };
      };
      const many = [entry('b', 'Newword of b.'), entry('a', 'Newword of a.')];
      const twice = many.map((one) => ({ ...one, passages: [...one.passages, ...one.passages] }));
      await expect(index().replaceDocuments(twice)).rejects.toThrow();
      expect(documentIds(await ask('oldword'))[0]).toBe('a');
      expect(await index().count(tenant_id)).toEqual({ documents: 2, passages: 2 });

      await index().replaceDocuments(many);
      const { passages } = await ask('newword');
      expect(passages.map(({ text }) => text).sort()).toEqual(['Newword of a.', 'Newword of b.']);
      expect(passages.map(({ document }) => document.department).sort()).toEqual(['a', 'b']);
      expect(await index().count(tenant_id)).toEqual({ documents: 3, passages: 3 });
      expect((await index().fingerprints(tenant_id, 'literature')).get('b')).toBe('1 b');
      await index().replaceDocuments([]);
    });

    it('stores a document without passages, and tells what it removed', async () => {
      const { access, tenant_id } = tenant();
      const empty = sampleDocument({ id: 'empty', tenant_id, text: '' });
      await index().replaceDocuments([{ document: empty, passages: [], fingerprint: '1' }]);
      expect(await index().getDocument(access, 'empty')).toEqual(empty);
      expect(await index().removeDocument(tenant_id, 'empty')).toBe(true);
      expect(await index().removeDocument(tenant_id, 'empty')).toBe(false);
      expect(await index().getDocument(access, 'empty')).toBeNull();
    });

    it('leaves other tenants alone', async () => {
      const mine = tenant();
      const theirs = tenant();
      await mine.store({ id: 'a' });
      await theirs.store({ id: 'a' });
      await index().removeDocument(mine.tenant_id, 'a');
      expect(documentIds(await theirs.ask('metformin'))).toEqual(['a']);
      expect(documentIds(await mine.ask('metformin'))).toEqual([]);
    });
  });
}
