import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONSULT_COLLECTION, originOf, SAMPLE_COLLECTION } from '../../domain/passage.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { loadKnowledge } from './load-knowledge.ts';

/** Keeps what it is given; searching is not what loading is about. */
function memoryIndex(): PassageIndex & { stored: Map<string, StoredDocument>; refreshed: () => number } {
  const stored = new Map<string, StoredDocument>();
  let refreshes = 0;
  return {
    stored,
    refreshed: () => refreshes,
    refresh: async () => {
      refreshes += 1;
    },
    search: () => Promise.reject(new Error('not searched here')),
    replaceDocuments: async (many) => {
      for (const entry of many) stored.set(entry.document.id, entry);
    },
    removeDocument: async (_, id) => stored.delete(id),
    removedDocument: async () => null,
    getDocument: async (_, id) => stored.get(id)?.document ?? null,
    upkeep: () => Promise.reject(new Error('not kept here')),
    state: () => Promise.reject(new Error('not asked here')),
    successors: async () => new Map(),
    neighbours: () => Promise.reject(new Error('not read here')),
    topics: () => Promise.reject(new Error('not asked here')),
    list: () => Promise.reject(new Error('not listed here')),
    version: async () => '',
    fingerprints: async (tenant, collection, idPrefix = '') =>
      new Map(
        [...stored.values()]
          .filter(({ document }) => document.tenant_id === tenant && document.collection === collection)
          .filter(({ document }) => document.id.startsWith(idPrefix))
          .map(({ document, fingerprint }) => [document.id, fingerprint]),
      ),
    count: async () => ({ documents: stored.size, passages: 0 }),
  };
}

const markdown = (id: string, text: string) =>
  `---\nid: ${id}\ntitle: T\njournal: J\nyear: 2000\nevidence_level: rct\nsource_type: pubmed\ntopic: renal\nlanguage: en\nreference: R\ndoi: "10.1/x"\n---\n${text}\n`;

describe('loadKnowledge', () => {
  let folder: string;
  let index: ReturnType<typeof memoryIndex>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galen-knowledge-'));
    mkdirSync(join(folder, 'studies'));
    index = memoryIndex();
    write('studies/a.md', markdown('a', 'First text.'));
    write('b.md', markdown('b', 'Second text.'));
    write('README.md', 'No document.');
    write('REVIEW.md', 'No document either.');
    write('notes.txt', 'None either.');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
  const load = (maxCharacters = 900) =>
    loadKnowledge({
      folder,
      tenantId: 't',
      index,
      chunking: { maxCharacters },
      clock: () => Date.parse('2026-01-01T00:00:00.000Z'),
    });

  it('stores every Markdown file of the folder and of those in it, public to the tenant', async () => {
    expect(await load()).toEqual({ loaded: 2, unchanged: 0, removed: 0 });
    expect([...index.stored.keys()].sort()).toEqual(['a', 'b']);
    expect(index.stored.get('a')?.document).toMatchObject({
      tenant_id: 't',
      collection: SAMPLE_COLLECTION,
      scope: 'public',
      department: null,
      text: 'First text.',
      url: 'https://doi.org/10.1/x',
      pmid: null,
      created_at: '2026-01-01T00:00:00.000Z',
    });
    expect(index.stored.get('a')?.passages.map(({ text }) => text)).toEqual(['First text.']);
  });

  it('changes nothing the second time', async () => {
    await load();
    const before = new Map(index.stored);
    expect(await load()).toEqual({ loaded: 0, unchanged: 2, removed: 0 });
    for (const [id, entry] of before) expect(index.stored.get(id)).toBe(entry);
  });

  it('replaces a changed file alone', async () => {
    await load();
    write('b.md', markdown('b', 'Better text.'));
    expect(await load()).toEqual({ loaded: 1, unchanged: 1, removed: 0 });
    expect(index.stored.get('b')?.document.text).toBe('Better text.');
  });

  it('removes what vanished, and nothing of another tenant or collection', async () => {
    await load();
    const stored = index.stored.get('a');
    if (stored) {
      index.stored.set('x', { ...stored, document: { ...stored.document, id: 'x', tenant_id: 'other' } });
      index.stored.set('y', { ...stored, document: { ...stored.document, id: 'y', collection: 'uploads' } });
    }
    rmSync(join(folder, 'b.md'));
    expect(await load()).toEqual({ loaded: 0, unchanged: 1, removed: 1 });
    expect([...index.stored.keys()].sort()).toEqual(['a', 'x', 'y']);
  });

  describe('question–answer pairs', () => {
    const pairs = (...rows: string[]) =>
      ['DEMUC,CHUDECON,MASO,CAUHOI,CAUTRALOI,GIAITHICH,THAMKHAO', ...rows].join('\n');
    const FIRST = 'LỐI SỐNG,Ăn uống,AU-01,Ăn cơm được không?,Được.,Vì cơm là tinh bột.,WHO 2016';
    const SECOND = 'LỐI SỐNG,Vận động,VD-01,Đi bộ bao lâu?,30 phút.,Vì tốt cho tim.,';
    beforeEach(() => {
      mkdirSync(join(folder, 'consult'));
      write('consult/patient_diabetes.vi.csv', pairs(FIRST, SECOND));
    });

    it('are stored each by itself, for the role and in the language of the file', async () => {
      write(
        'consult/patient_diabetes.en.csv',
        pairs('LỐI SỐNG,Ăn uống,AU-01,May I eat rice?,Yes.,Rice is starch.,WHO 2016'),
      );
      expect(await load()).toEqual({ loaded: 5, unchanged: 0, removed: 0 });
      expect(index.stored.get('pair.patient_diabetes.vi.AU-01')?.document).toMatchObject({
        collection: CONSULT_COLLECTION,
        role: 'patient_diabetes',
        language: 'vi',
        source_type: 'qa',
        topic: 'LỐI SỐNG',
        sub_topic: 'Ăn uống',
        title: 'Ăn cơm được không?',
        reference: 'WHO 2016',
        year: 2016,
        scope: 'public',
      });
      expect(index.stored.get('pair.patient_diabetes.vi.VD-01')?.document.year).toBeNull();
      expect(index.stored.get('pair.patient_diabetes.vi.VD-01')?.document.reference).toBe('VD-01');
      const english = index.stored.get('pair.patient_diabetes.en.AU-01');
      expect(english?.document).toMatchObject({
        language: 'en',
        text: expect.stringContaining('## Answer\n\nYes.'),
      });
    });

    it('are changed and removed one by one; what others added to the collection stays', async () => {
      await load();
      const stored = index.stored.get('a');
      if (stored) {
        const document = { ...stored.document, id: 'added', collection: CONSULT_COLLECTION };
        index.stored.set('added', { ...stored, document });
      }
      write('consult/patient_diabetes.vi.csv', pairs(FIRST.replace('Được.', 'Được, vừa phải.')));
      expect(await load()).toEqual({ loaded: 1, unchanged: 2, removed: 1 });
      expect([...index.stored.keys()].sort()).toEqual(['a', 'added', 'b', 'pair.patient_diabetes.vi.AU-01']);
    });

    it('are one passage each, however long', async () => {
      const long = `L,A,X-1,Hỏi?,${'Một câu trả lời dài. '.repeat(60)},Vì thế.,R`;
      write('consult/patient_diabetes.vi.csv', pairs(long));
      await load();
      expect(index.stored.get('pair.patient_diabetes.vi.X-1')?.passages).toHaveLength(1);
    });

    it('with a blank or a repeat in them stop the start', async () => {
      write('consult/patient_diabetes.vi.csv', pairs(FIRST, 'A,B,C-1,Không trả lời?,,,'));
      await expect(load()).rejects.toMatchObject({
        code: 'KNOWLEDGE_UNREADABLE',
        details: { file: 'consult/patient_diabetes.vi.csv' },
      });
    });
  });

  it('reads the interaction table anew when only the names of its classes changed', async () => {
    mkdirSync(join(folder, 'drug-safety'));
    const effect = { en: 'Bleeding.', vi: 'Chảy máu.' };
    const row = { a: 'warfarin', b: 'nsaid', severity: 'major', effect, action: effect, source: 's' };
    const sources = { s: { title: 'S', organisation: 'O', year: 2020 } };
    write('drug-safety/interactions.json', JSON.stringify({ sources, rows: [row] }));
    const nameClass = (en: string) =>
      write(
        'drug-safety/drug-classes.json',
        JSON.stringify({ rows: [{ class: 'nsaid', names: { en, vi: en }, members: ['ibuprofen'] }] }),
      );
    nameClass('NSAIDs');
    await load();
    nameClass('painkillers');
    expect(await load()).toEqual({ loaded: 2, unchanged: 2, removed: 0 });
    expect(index.stored.get('interactions.warfarin.en')?.document.text).toContain(
      'with painkillers (ibuprofen)',
    );
    expect(await load()).toEqual({ loaded: 0, unchanged: 4, removed: 0 });
  });

  it('makes every row of the interaction table a passage, however short', async () => {
    mkdirSync(join(folder, 'drug-safety'));
    const effect = { en: 'Bleeding. Bruises.', vi: 'Chảy máu.' };
    const row = { a: 'warfarin', severity: 'major', effect, action: effect, source: 's' };
    const rows = ['ibuprofen', 'fluconazole', 'amiodarone'].map((b) => ({ ...row, b }));
    const sources = { s: { title: 'S', organisation: 'O', year: 2020 } };
    write('drug-safety/interactions.json', JSON.stringify({ sources, rows }));
    write('drug-safety/drug-classes.json', JSON.stringify({ rows: [] }));
    await load(60);
    const passages = index.stored.get('interactions.warfarin.en')?.passages ?? [];
    expect(passages.map(({ text }) => text)).toEqual(
      rows.map(({ b }) => `Warfarin together with ${b}, major: bleeding. Bruises; bleeding. Bruises.`),
    );
  });

  it('loads all anew when it is cut otherwise', async () => {
    await load(900);
    expect(await load(400)).toEqual({ loaded: 2, unchanged: 0, removed: 0 });
  });

  it('tells how far it is', async () => {
    const seen: [number, number][] = [];
    const onProgress = (done: number, total: number) => seen.push([done, total]);
    await loadKnowledge({
      folder,
      tenantId: 't',
      index,
      chunking: { maxCharacters: 900 },
      clock: Date.now,
      onProgress,
    });
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it('refuses two files of one id, which would replace each other for ever', async () => {
    write('studies/again.md', markdown('a', 'Another text.'));
    await expect(load()).rejects.toMatchObject({
      code: 'KNOWLEDGE_UNREADABLE',
      details: { file: 'studies/again.md' },
    });
  });

  it('refuses them too when the text of both is stored', async () => {
    await load();
    write('studies/again.md', markdown('b', 'Second text.'));
    await expect(load()).rejects.toMatchObject({
      code: 'KNOWLEDGE_UNREADABLE',
      details: { file: 'studies/again.md' },
    });
  });

  it('refreshes the index once after changes, and not when there were none', async () => {
    await load();
    expect(index.refreshed()).toBe(1);
    await load();
    expect(index.refreshed()).toBe(1);
  });
});

const TRIAL = {
  id: '4s-simvastatin',
  collection: 'literature',
  journal: 'The Lancet',
  reference: 'Scandinavian Simvastatin Survival Study Group. Lancet. 1994;344(8934):1383-1389.',
  url: 'https://doi.org/10.1016/S0140-6736(94)90566-5',
};
const POLICY = {
  id: 'hr-annual-leave-2025-en',
  collection: 'desk',
  journal: 'Bệnh viện Đa khoa Hoa Sen',
  reference: null,
  url: 'https://intra.hoasen.example/policies/hr-annual-leave-2025-en',
};
const ITSELF = { summary_of: null, fictional: false };

describe('originOf', () => {
  it('names the publication that a sample document or pair summarises', () => {
    const summary_of = 'Scandinavian Simvastatin Survival Study Group. Lancet. 1994;344(8934):1383-1389';
    expect(originOf(TRIAL)).toEqual({ summary_of, fictional: false });
    expect(originOf({ ...TRIAL, collection: 'consult', id: 'pair.patient_diabetes.vi.001' })).toEqual({
      summary_of,
      fictional: false,
    });
    expect(originOf({ ...TRIAL, reference: null }).summary_of).toBe('The Lancet');
  });

  it('says that a sample policy is fictional', () => {
    expect(originOf(POLICY)).toEqual({ summary_of: null, fictional: true });
  });

  it('takes what others have added for what it is, wherever they put it', () => {
    const id = '0123456789abcdef01234567-0123456789abcdef01234567';
    expect(originOf({ ...TRIAL, id, collection: 'uploads' })).toEqual(ITSELF);
    expect(originOf({ ...TRIAL, id, collection: 'consult' })).toEqual(ITSELF);
    expect(originOf({ ...POLICY, id, url: null })).toEqual(ITSELF);
    expect(originOf({ ...POLICY, id, url: 'https://intra.hospital.org/policies/leave' })).toEqual(ITSELF);
  });
});
