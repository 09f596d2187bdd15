import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { loadKnowledge, SAMPLE_COLLECTION } from './load-knowledge.ts';

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
    replaceDocument: () => Promise.reject(new Error('loaded in batches')),
    replaceDocuments: async (many) => {
      for (const entry of many) stored.set(entry.document.id, entry);
    },
    removeDocument: async (_, id) => stored.delete(id),
    getDocument: async (_, id) => stored.get(id)?.document ?? null,
    upkeep: () => Promise.reject(new Error('not kept here')),
    state: () => Promise.reject(new Error('not asked here')),
    neighbours: () => Promise.reject(new Error('not read here')),
    list: () => Promise.reject(new Error('not listed here')),
    fingerprints: async (tenant, collection) =>
      new Map(
        [...stored.values()]
          .filter(({ document }) => document.tenant_id === tenant && document.collection === collection)
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

  it('refreshes the index once after changes, and not when there were none', async () => {
    await load();
    expect(index.refreshed()).toBe(1);
    await load();
    expect(index.refreshed()).toBe(1);
  });
});
