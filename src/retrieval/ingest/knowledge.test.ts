import { describe, expect, it } from 'vitest';
import { knowledgeFiles } from '../testing/knowledge-files.ts';

const TOPICS = [
  'cardiology',
  'diabetes',
  'respiratory',
  'infection',
  'renal',
  'mental-health',
  'obstetrics',
  'paediatrics',
  'oncology',
  'dental',
  'emergency',
];
const MOST_WORDS = { en: 400, vi: 500 };

const files = knowledgeFiles();
const originals = files.filter(({ document }) => document.language === 'en');
const ids = new Set(files.map(({ document }) => document.id));

describe('the knowledge that ships', () => {
  it('has enough of each kind, on every topic', () => {
    const ofType = (type: string) => originals.filter(({ document }) => document.source_type === type).length;
    expect(ofType('pubmed')).toBeGreaterThanOrEqual(60);
    expect(ofType('guidelines')).toBeGreaterThanOrEqual(25);
    expect(files.length - originals.length).toBeGreaterThanOrEqual(20);
    expect([...new Set(files.map(({ document }) => document.topic))].sort()).toEqual([...TOPICS].sort());
  });

  it.each(files)('$file: is named, titled, placed and translated as it says', ({ file, name, document }) => {
    expect(document.id).toBe(name);
    expect(document.text.startsWith(`# ${document.title}\n`)).toBe(true);
    expect(document.source_type).toBe(file.startsWith('studies') ? 'pubmed' : 'guidelines');
    expect(document.translation_of).toBe(document.language === 'en' ? undefined : name.replace(/\.vi$/u, ''));
    if (document.translation_of !== undefined) expect(ids).toContain(document.translation_of);
    expect(name.endsWith('.vi')).toBe(document.language === 'vi');
  });

  it.each(files)('$file: has 150 to 400 words, up to 500 in Vietnamese', ({ document }) => {
    const words = document.text.replace(/^#+ .*$/gmu, '').match(/\S+/gu) ?? [];
    expect(words.length).toBeGreaterThanOrEqual(150);
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS[document.language]);
  });

  it('gives a translation the facts of its original', () => {
    const byId = new Map(originals.map(({ document }) => [document.id, document]));
    for (const { document } of files) {
      if (document.translation_of === undefined) continue;
      const original = byId.get(document.translation_of);
      const { year, evidence_level, source_type, topic, reference, pmid, doi } = document;
      expect({ id: document.id, ...original }).toMatchObject({
        year,
        evidence_level,
        source_type,
        topic,
        reference,
      });
      expect([pmid, doi]).toEqual([original?.pmid, original?.doi]);
    }
  });
});
