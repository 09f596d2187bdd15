import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Language } from '../domain/language.ts';
import { ANALYZER_VERSION } from '../language/search-terms/analyze-text.ts';
import type { Embedder, EmbedOptions } from './embedder.port.ts';
import { passageAccessContract } from './passage-access.contract.ts';
import { passageFilterContract } from './passage-filters.contract.ts';
import type { PassageIndex } from './passage-index.port.ts';
import { passageNeighbourContract } from './passage-neighbours.contract.ts';
import { passageReplacingContract } from './passage-replacing.contract.ts';
import { sampleDocument, storeDocument } from './testing/sample-documents.ts';
import { documentIds, sampleTenant } from './testing/sample-tenant.ts';

export interface IndexUnderTest {
  /** The embedder that the index is made with. */
  embedder: Embedder;
  /** The same passages, asked with this embedder. */
  index(embedder: Embedder): PassageIndex;
  close(): Promise<void>;
}

/** What every passage index must do. Each test has a tenant of its own, so that adapters may share a store. */
export function passageIndexContract(name: string, open: () => Promise<IndexUnderTest>): void {
  describe(`passage index (${name})`, () => {
    let opened: IndexUnderTest;
    let index: PassageIndex;
    beforeAll(async () => {
      opened = await open();
      index = opened.index(opened.embedder);
      // A new database holds an index as an older Galen made it.
      await index.upkeep({ signal: new AbortController().signal });
    });
    afterAll(() => opened.close());

    const tenant = () => sampleTenant(index);

    describe('finding', () => {
      it('finds by words, inflections included, and gives the passage with its place and document', async () => {
        const { store, ask } = tenant();
        const text =
          '# Title\n\n## Results\nSevere bleeding was reported.\n\n## Limits\nThe study was small.';
        const document = await store({ id: 'a', title: 'Warfarin', text, department: 'cardiology' });
        await store({ id: 'b', title: 'Sealants', text: 'Fissure sealants prevent caries in children.' });
        const [first] = (await ask('does warfarin cause bleedings')).passages;
        expect(first?.document_id).toBe('a');
        expect(first && text.slice(first.start, first.end)).toBe(first?.text);
        const { text: _, tenant_id: __, ...shown } = document;
        expect(first?.document).toEqual(shown);
        expect(first?.matched_terms).toEqual(expect.arrayContaining(['warfarin', 'bleed']));
      });

      it('puts a misspelt word right by the words it holds, and says so', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a', title: 'Metformin', text: 'Metformin causes nausea.' });
        const found = await ask('nausea of metfornin');
        expect(found.corrections).toEqual([{ from: 'metfornin', to: 'metformin' }]);
        expect(found.passages[0]?.matched_terms).toEqual(expect.arrayContaining(['metfornin', 'metformin']));
        expect((await ask('nausea of metformin')).corrections).toEqual([]);
      });

      it('tells no word that only passages out of sight hold', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a', title: 'Nausea', text: 'Nausea is common.' });
        await store({ id: 'b', title: 'Secret', text: 'Quixotinol is on trial.', scope: 'private' });
        expect((await ask('nausea of quixotinal')).corrections).toEqual([]);
      });

      it('finds by a brand what speaks of its substance', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a', title: 'Metformin', text: 'Metformin causes nausea.' });
        const expansions = [{ phrase: 'glucophage', alternatives: ['metformin'] }];
        const [first] = (await ask('nausea of Glucophage', { expansions })).passages;
        expect(first?.matched_terms).toEqual(expect.arrayContaining(['glucophag', 'metformin']));
      });

      it('finds by similar spelling', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a', title: 'Dapagliflozin', text: 'Dapagliflozin lowers hospital admissions.' });
        await store({ id: 'b', title: 'Sealants', text: 'Fissure sealants prevent caries.' });
        expect(documentIds(await ask('dapaglifozin'))[0]).toBe('a');
      });

      it('finds by other words for what was asked, and ranks the asked word above them', async () => {
        const { store, ask } = tenant();
        await store({
          id: 'renal',
          title: 'One',
          text: 'Renal function was preserved in the treated group.',
        });
        await store({
          id: 'kidney',
          title: 'Two',
          text: 'Kidney function was preserved in the treated group.',
        });
        const expansions = [{ phrase: 'kidney', alternatives: ['renal'] }];
        expect(documentIds(await ask('kidney function', { expansions }))).toEqual(['kidney', 'renal']);
      });

      it('ranks an on-topic cohort above an off-topic meta-analysis', async () => {
        const { store, ask } = tenant();
        await store({
          id: 'cohort',
          title: 'Metformin and vitamin B12',
          text: 'Long use of metformin was associated with vitamin B12 deficiency.',
          evidence_level: 'cohort_study',
        });
        await store({
          id: 'meta',
          title: 'Vitamin D and falls',
          text: 'Vitamin D did not reduce falls. Long use of vitamin D was safe.',
          evidence_level: 'meta_analysis',
        });
        expect(documentIds(await ask('does metformin cause vitamin B12 deficiency'))[0]).toBe('cohort');
      });

      it('lets evidence decide between passages that are equally on topic', async () => {
        const { store, ask } = tenant();
        const same = { title: 'Aspirin', text: 'Aspirin lowered the risk of a second infarction.' };
        await store({ ...same, id: 'a', evidence_level: 'expert_opinion' });
        await store({ ...same, id: 'b', evidence_level: 'systematic_review' });
        expect(documentIds(await ask('aspirin infarction'))).toEqual(['b', 'a']);
      });

      it('finds the same Vietnamese text typed with marks and without', async () => {
        const { store, ask } = tenant();
        await store({
          id: 'vi',
          language: 'vi',
          title: 'Đái tháo đường thai kỳ',
          text: 'Đái tháo đường thai kỳ được điều trị trước hết bằng chế độ ăn.',
        });
        await store({
          id: 'noise',
          language: 'vi',
          title: 'Sâu răng',
          text: 'Kem đánh răng có fluor ngừa sâu răng.',
        });
        const marked = await ask('điều trị đái tháo đường thai kỳ như thế nào', { language: 'vi' });
        const unmarked = await ask('dieu tri dai thao duong thai ky nhu the nao', { language: 'vi' });
        for (const { passages } of [marked, unmarked]) {
          expect(passages[0]?.document_id).toBe('vi');
          expect(passages[0]?.scores.lexical).toBeGreaterThan(0.6);
        }
      });

      it('scores within 0 and 1, best first, and never returns what shares nothing', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a', text: 'Metformin metformin metformin: metformin.' });
        await store({ id: 'b', title: 'Glucose', text: 'Glucose was measured every day by the adults.' });
        await store({ id: 'c', title: 'Ho', text: 'Ho.' });
        for (const query of ['metformin', 'glucose adults metformin diabetes', 'ho', 'qwertyuiop']) {
          const { passages } = await ask(query);
          const finals = passages.map(({ scores }) => scores.final);
          expect(finals).toEqual([...finals].sort((a, b) => b - a));
          for (const { scores } of passages) {
            const { bm25, cosine, ...scaled } = scores;
            expect(bm25).toBeGreaterThanOrEqual(0);
            expect(Math.abs(cosine ?? 0)).toBeLessThanOrEqual(1.000_001);
            for (const score of Object.values(scaled)) {
              expect(score).toBeGreaterThanOrEqual(0);
              expect(score).toBeLessThanOrEqual(1);
            }
            expect(scores.relevance).toBeGreaterThan(0);
          }
        }
        const short = (await ask('ho')).passages;
        expect(short.map(({ document_id }) => document_id)).toEqual(['c']);
        expect(short[0]?.scores.relevance).toBe(short[0]?.scores.lexical);
        expect(documentIds(await ask('ho glucose'))).toEqual(expect.arrayContaining(['b', 'c']));
      });

      it('returns at most as many as asked for', async () => {
        const { store, ask } = tenant();
        for (const id of ['a', 'b', 'c']) await store({ id });
        expect(documentIds(await ask('metformin', { limit: 2 }))).toHaveLength(2);
      });

      it('weighs a rare term above a common one', async () => {
        const { store, ask } = tenant();
        // Digits only after the letters, so that stemming leaves it as it is.
        const rare = `term${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;
        for (const id of ['a', 'b', 'c']) await store({ id });
        await store({ id: 'd', text: `Metformin and ${rare} together.` });
        const weights = new Map(
          (await ask(`metformin ${rare}`)).terms.map(({ term, weight }) => [term, weight]),
        );
        expect(weights.get(rare)).toBeGreaterThan(weights.get('metformin') ?? Number.NaN);
      });

      it('still finds what may be read among very many that may not', async () => {
        const { store, ask, tenant_id } = tenant();
        const foreign = sampleDocument({ tenant_id: randomUUID(), text: 'Zebrafish. '.repeat(1_200) });
        const passages = Array.from({ length: 1_200 }, (_, i) => ({
          id: `${foreign.id}#${i}`,
          document_id: foreign.id,
          heading: '',
          heading_path: [],
          text: 'Zebrafish.',
          start: i * 11,
          end: i * 11 + 10,
          page: null,
        }));
        await index.replaceDocuments([{ document: foreign, passages, fingerprint: '1' }]);
        await store({
          tenant_id,
          id: 'mine',
          title: 'Fish',
          text: 'Many models exist; one of them is the zebrafish.',
        });
        // With statistics a planner may go by the index, which knows nothing of tenants.
        await index.refresh();
        expect(documentIds(await ask('zebrafish', {}, opened.index(failing(opened.embedder))))).toEqual([
          'mine',
        ]);
        await index.removeDocument(foreign.tenant_id, foreign.id);
      });
    });

    describe('odd queries', () => {
      const odd: [string, string][] = [
        ['stop words alone', 'what is the of and'],
        ['quotes', `'"\`''""`],
        ['operators', ':*&|! <-> (metformin) \\ % _ ; --'],
        ['emoji', '😀👩‍⚕️ metformin 🩺'],
        ['emoji alone', '😀😀😀'],
        ['one word of 10,000 characters', 'x'.repeat(10_000)],
        ['many words in 10,000 characters', Array.from({ length: 1_700 }, (_, i) => `w${i}`).join(' ')],
        ['a NUL and a lone surrogate', 'met\u0000formin \ud800'],
        ['nothing', ''],
      ];
      it.each(odd)('answers %s', async (_, query) => {
        const { store, ask } = tenant();
        await store({ id: 'a' });
        for (const language of Language.options) {
          await expect(ask(query, { language })).resolves.toMatchObject({ degraded: null });
        }
      });

      it('answers filters that hold what no store can hold', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a' });
        expect(
          documentIds(await ask('metformin', { filters: { source_types: ['pub\u0000med', "'; --"] } })),
        ).toEqual([]);
      });

      it('stores a document with a word as long as a page', async () => {
        const { store, ask } = tenant();
        const noise = Array.from({ length: 200 }, () => randomUUID().replaceAll('-', '')).join('');
        await store({ id: 'a', text: `Metformin was given. ${noise}` });
        expect(documentIds(await ask('metformin'))).toContain('a');
      });
    });

    describe('without its embedder', () => {
      const broken: [string, (embedder: Embedder) => Embedder][] = [
        ['fails', failing],
        ['gives no vector', (embedder) => ({ ...embedder, embed: async () => [] })],
        [
          'gives one of another size',
          (embedder) => ({ ...embedder, embed: async () => [new Float32Array(3).fill(1)] }),
        ],
        [
          'gives one that is no number',
          (embedder) => ({
            ...embedder,
            embed: async () => [new Float32Array(embedder.dimensions).fill(Number.NaN)],
          }),
        ],
      ];
      it.each(broken)(
        'searches by words alone, says so, and keeps the scale when it %s',
        async (_, breakIt) => {
          const { store, ask } = tenant();
          await store({ id: 'a', text: 'Metformin lowers blood glucose.' });
          await store({ id: 'b', title: 'Other', text: 'Aspirin lowers fever.' });
          const { passages, degraded } = await ask(
            'metformin glucose',
            {},
            opened.index(breakIt(opened.embedder)),
          );
          expect(passages.map(({ document_id }) => document_id)).toEqual(['a']);
          expect(degraded).toContain(opened.embedder.id);
          expect(passages[0]?.scores.relevance).toBe(passages[0]?.scores.lexical);
        },
      );

      it('says nothing of the question in its reason', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a' });
        const leaky = {
          ...opened.embedder,
          embed: () => Promise.reject(new Error('cannot embed: my secret metformin')),
        };
        expect((await ask('my secret metformin', {}, opened.index(leaky))).degraded).not.toContain('secret');
      });

      it('stops, rather than degrade, when the asker gave up', async () => {
        const { store, ask } = tenant();
        await store({ id: 'a' });
        const signal = AbortSignal.abort(new Error('gave up'));
        const waiting = {
          ...opened.embedder,
          embed: (_: readonly string[], { signal }: EmbedOptions) => Promise.reject(signal.reason),
        };
        await expect(ask('metformin', { signal }, opened.index(waiting))).rejects.toThrow('gave up');
      });
    });

    passageAccessContract(() => index);

    passageReplacingContract(() => index);
    passageFilterContract(() => index);
    passageNeighbourContract(() => index);

    it('tells the fingerprints of one collection, of all documents or those whose id begins so', async () => {
      const { store, tenant_id } = tenant();
      await store({ id: 'a', collection: 'x', text: 'One.' });
      await store({ id: 'b', collection: 'y', text: 'Two.' });
      expect(await index.fingerprints(tenant_id, 'x')).toEqual(new Map([['a', 'fingerprint of One.']]));
      await store({ id: 'file_1', collection: 'x', text: 'Three.' });
      await store({ id: 'fileX1', collection: 'x', text: 'Four.' });
      expect([...(await index.fingerprints(tenant_id, 'x', 'file_')).keys()]).toEqual(['file_1']);
    });

    it('tells how it is made, and counts every passage in it', async () => {
      const { store, tenant_id } = tenant();
      const before = await index.state();
      const made = { analyzer: ANALYZER_VERSION, embedder: opened.embedder.id, building: null };
      expect(before).toMatchObject(made);
      await store({ id: 'a', text: 'Metformin was given for years. '.repeat(200) });
      const { passages } = await index.count(tenant_id);
      expect(passages).toBeGreaterThan(1);
      expect(await index.state()).toEqual({ ...before, passages: before.passages + passages });
    });

    it('needs no upkeep once it is as it should be', async () => {
      const { store } = tenant();
      await store({ id: 'a' });
      expect(await index.upkeep({ signal: new AbortController().signal })).toBe(false);
    });

    it('embeds in upkeep what was stored while the embedder failed', async () => {
      const { tenant_id, ask } = tenant();
      const without = opened.index(failing(opened.embedder));
      await storeDocument(without, { tenant_id, id: 'a', title: 'Dapagliflozin', text: 'Dapagliflozin.' });
      await storeDocument(without, { tenant_id, id: 'b', title: 'Ho', text: 'Ho.' });
      const [found] = (await ask('dapagliflozin')).passages;
      expect(found).toMatchObject({ document_id: 'a', scores: { cosine: null } });
      expect(documentIds(await ask('dapagliflozinabcdef'))).toEqual([]);
      expect(await without.upkeep({ signal: new AbortController().signal })).toBe(false);

      expect(await index.upkeep({ signal: new AbortController().signal })).toBe(true);
      expect((await ask('dapagliflozin')).passages[0]?.scores.cosine).toBeGreaterThan(0.5);
      expect(documentIds(await ask('dapagliflozinabcdef'))).toEqual(['a']);
      expect(await index.upkeep({ signal: new AbortController().signal })).toBe(false);
    });

    it('is rebuilt beside the one in use for another embedder, and answers as before', async () => {
      const { store, ask } = tenant();
      await store({ id: 'a', text: 'Metformin lowers blood glucose.' });
      await store({ id: 'b', title: 'Other', text: 'Aspirin lowers fever.' });
      const before = await ask('metformin glucose');
      const other = opened.index({ ...opened.embedder, id: `${opened.embedder.id}-other` });
      const upkeep = { signal: new AbortController().signal };
      expect(await ask('metformin glucose', {}, other)).toMatchObject({
        degraded: expect.stringContaining(opened.embedder.id),
      });
      expect(await other.upkeep(upkeep)).toBe(true);
      expect(await ask('metformin glucose', {}, other)).toEqual(before);
      expect((await other.state()).embedder).toBe(`${opened.embedder.id}-other`);
      expect(await index.upkeep(upkeep)).toBe(true);
      expect(await ask('metformin glucose')).toEqual(before);
    });

    it('lists documents with the number of their passages, newest first, page by page', async () => {
      const { store, tenant_id } = tenant();
      for (const day of [1, 2, 3]) {
        const created_at = `2026-01-0${day}T00:00:00.000Z`;
        await store({ id: `d${day}`, created_at, text: day === 2 ? '## One\n' : 'Text.' });
      }
      const access = { tenant_id, scopes: ['public' as const], departments: [] };
      const page = await index.list(access, { limit: 2 });
      expect(page.map(({ id, passages }) => [id, passages])).toEqual([
        ['d3', 1],
        ['d2', 0],
      ]);
      expect((await index.list(access, { limit: 2, before: 'd2' })).map(({ id }) => id)).toEqual(['d1']);
    });

    it('lists those that have some words in their title, whatever the case, with nothing special in % and _', async () => {
      const { store, tenant_id } = tenant();
      await store({ id: 'a', title: 'Metformin: 100% of it', text: 'Text.' });
      await store({ id: 'b', title: 'Aspirin', text: 'Text.' });
      const access = { tenant_id, scopes: ['public' as const], departments: [] };
      const titled = async (title: string) =>
        (await index.list(access, { limit: 5, title })).map(({ id }) => id);
      expect(await titled('METF')).toEqual(['a']);
      expect(await titled('0% of')).toEqual(['a']);
      expect(await titled('_')).toEqual([]);
      expect(await titled('')).toHaveLength(2);
    });
  });
}

function failing(embedder: Embedder): Embedder {
  return { ...embedder, embed: () => Promise.reject(new Error('no embedder today')) };
}
