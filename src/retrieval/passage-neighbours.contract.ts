import { describe, expect, it } from 'vitest';
import type { Access } from '../domain/access.ts';
import type { KnowledgeDocument } from '../domain/passage.ts';
import type { PassageIndex } from './passage-index.port.ts';
import { sampleDocument } from './testing/sample-documents.ts';
import { sampleTenant } from './testing/sample-tenant.ts';

/** The part of the passage index contract that says how passages keep their place in their document. */
export function passageNeighbourContract(index: () => PassageIndex): void {
  describe('places', () => {
    const tenant = () => sampleTenant(index());
    /** More than ten, so that an order by text would show. */
    const SENTENCES = Array.from({ length: 12 }, (_, i) => `Metformin ${i}.`);

    async function storeSentences(part: Partial<KnowledgeDocument>): Promise<void> {
      const document = sampleDocument({ ...part, text: SENTENCES.join(' ') });
      const passages = SENTENCES.map((text, i) => {
        const start = document.text.indexOf(text);
        const page = i + 1;
        const heading_path = ['Book', `Chapter ${i}`];
        const place = { start, end: start + text.length, page, heading_path, heading: `Chapter ${i}` };
        return { id: `${document.id}#${i}`, document_id: document.id, text, ...place };
      });
      await index().replaceDocuments([{ document, passages, fingerprint: '1' }]);
    }
    const around = async (access: Access, ids: string[], reach: number) =>
      (await index().neighbours(access, ids, reach)).map(({ id }) => id);

    it('keeps headings and pages', async () => {
      const { tenant_id, access, ask } = tenant();
      await storeSentences({ id: 'a', tenant_id });
      const place = { heading: 'Chapter 3', heading_path: ['Book', 'Chapter 3'], page: 4 };
      const { passages } = await ask('metformin 3');
      expect(passages.find(({ id }) => id === 'a#3')).toMatchObject(place);
      expect(await index().neighbours(access, ['a#2'], 1)).toContainEqual(
        expect.objectContaining({ ...place, id: 'a#3', text: 'Metformin 3.', start: 39, end: 51 }),
      );
    });

    it('keeps no page and no heading where there are none', async () => {
      const { store, ask } = tenant();
      await store({ id: 'a', title: 'Metformin', text: 'Metformin lowers glucose.' });
      const [first] = (await ask('metformin')).passages;
      expect(first).toMatchObject({ heading: '', heading_path: [], page: null });
    });

    it('gives the passages before and after, in their order, without those asked about', async () => {
      const { tenant_id, access } = tenant();
      await storeSentences({ id: 'a', tenant_id });
      expect(await around(access, ['a#9'], 2)).toEqual(['a#7', 'a#8', 'a#10', 'a#11']);
      expect(await around(access, ['a#0'], 1)).toEqual(['a#1']);
      expect(await around(access, ['a#4', 'a#5'], 1)).toEqual(['a#3', 'a#6']);
      expect(await around(access, ['a#4', 'a#6'], 1)).toEqual(['a#3', 'a#5', 'a#7']);
      expect(await around(access, ['a#4'], 0)).toEqual([]);
      expect(await around(access, ['a#99'], 3)).toEqual([]);
      expect(await around(access, [], 3)).toEqual([]);
    });

    it('stays within the document', async () => {
      const { tenant_id, access } = tenant();
      await storeSentences({ id: 'a', tenant_id });
      await storeSentences({ id: 'b', tenant_id });
      expect(await around(access, ['a#11', 'b#0'], 2)).toEqual(['a#9', 'a#10', 'b#1', 'b#2']);
    });

    it('gives no neighbours of what may not be read', async () => {
      const { tenant_id, access } = tenant();
      await storeSentences({ id: 'public', tenant_id });
      await storeSentences({ id: 'private', tenant_id, scope: 'private' });
      await storeSentences({ id: 'dental', tenant_id, scope: 'internal', department: 'dental' });
      const ids = ['public#1', 'private#1', 'dental#1'];
      expect(await around(access, ids, 1)).toEqual(['public#0', 'public#2']);
      const staff: Access = { ...access, scopes: ['public', 'internal'], departments: ['dental'] };
      expect(await around(staff, ids, 1)).toEqual(['dental#0', 'dental#2', 'public#0', 'public#2']);
      expect(await around({ ...staff, departments: ['cardiology'] }, ids, 1)).toEqual([
        'public#0',
        'public#2',
      ]);
      expect(await around({ ...access, tenant_id: tenant().tenant_id }, ids, 1)).toEqual([]);
    });
  });
}
