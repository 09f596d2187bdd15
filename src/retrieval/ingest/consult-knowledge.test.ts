import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { KNOWLEDGE_FOLDER } from '../testing/knowledge-files.ts';

const ROLES = [
  ...['patient_general', 'patient_diabetes', 'patient_dental'],
  ...['doctor_general', 'doctor_endocrine', 'doctor_dental'],
];
const COLUMNS = ['DEMUC', 'CHUDECON', 'MASO', 'CAUHOI', 'CAUTRALOI', 'GIAITHICH', 'THAMKHAO'] as const;
type Pair = Record<(typeof COLUMNS)[number], string>;

const FOLDER = join(KNOWLEDGE_FOLDER, 'consult');
const pairsOf = (role: string, language: string): Pair[] =>
  parse(readFileSync(join(FOLDER, `${role}.${language}.csv`)), { bom: true, columns: true });
const topicsOf = (pairs: readonly Pair[]) =>
  new Set(pairs.map(({ DEMUC, CHUDECON }) => `${DEMUC} / ${CHUDECON}`));
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

describe('the question–answer pairs that ship', () => {
  it('are for these roles, in both languages, and nothing else', () => {
    const files = ROLES.flatMap((role) => [`${role}.en.csv`, `${role}.vi.csv`]);
    expect(readdirSync(FOLDER).sort()).toEqual(files.sort());
  });

  it.each(ROLES)('%s: at least 60 in Vietnamese, and half as many in English', (role) => {
    const [vietnamese, english] = [pairsOf(role, 'vi').length, pairsOf(role, 'en').length];
    expect(vietnamese).toBeGreaterThanOrEqual(60);
    expect(english).toBeGreaterThanOrEqual(vietnamese / 2);
  });

  it.each(ROLES)('%s: have every field, and no question or number twice', (role) => {
    for (const language of ['vi', 'en']) {
      const pairs = pairsOf(role, language);
      for (const pair of pairs) {
        expect(Object.keys(pair)).toEqual([...COLUMNS]);
        for (const column of COLUMNS) expect(pair[column].trim(), `${pair.MASO} ${column}`).not.toBe('');
      }
      expect(new Set(pairs.map(({ CAUHOI }) => plain(CAUHOI))).size).toBe(pairs.length);
      expect(new Set(pairs.map(({ MASO }) => MASO)).size).toBe(pairs.length);
    }
  });

  it.each(ROLES)('%s: stand under the same topics in both languages, at least two pairs each', (role) => {
    const [vietnamese, english] = [pairsOf(role, 'vi'), pairsOf(role, 'en')];
    expect([...topicsOf(english)].sort()).toEqual([...topicsOf(vietnamese)].sort());
    for (const topic of topicsOf(vietnamese)) {
      const inTopic = vietnamese.filter(({ DEMUC, CHUDECON }) => `${DEMUC} / ${CHUDECON}` === topic);
      expect(inTopic.length, topic).toBeGreaterThanOrEqual(2);
    }
    // A label written in two ways would be two topics.
    const labels = [...topicsOf(vietnamese)];
    expect(new Set(labels.map(plain)).size).toBe(labels.length);
  });

  it.each(ROLES)('%s: an English pair is the pair of its number, with its topic', (role) => {
    const byNumber = new Map(pairsOf(role, 'vi').map((pair) => [pair.MASO, pair]));
    for (const pair of pairsOf(role, 'en')) {
      const original = byNumber.get(pair.MASO.replace(/-EN$/u, ''));
      expect([pair.MASO, original?.DEMUC, original?.CHUDECON]).toEqual([
        pair.MASO,
        pair.DEMUC,
        pair.CHUDECON,
      ]);
    }
  });
});
