import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBeir, sampleQueries } from './load-beir.ts';

describe('loadBeir', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galen-beir-'));
    mkdirSync(join(folder, 'qrels'));
    write(
      'corpus.jsonl',
      [
        { _id: 7, title: 'T', text: 'X' },
        { _id: '8', text: 'No title' },
      ].map(toLine),
    );
    write(
      'queries.jsonl',
      ['q1', 'q2', 'q3', 'q4'].map((_id) => toLine({ _id, text: `ask ${_id}` })),
    );
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const toLine = (value: unknown) => JSON.stringify(value);
  const write = (file: string, lines: string[]) => writeFileSync(join(folder, file), `${lines.join('\n')}\n`);

  it('gives the corpus and the queries of a split with what is relevant to them', async () => {
    write('qrels/test.tsv', ['query-id\tcorpus-id\tscore', 'q1\t7\t1', 'q1\t8\t0', 'q2\t8\t2']);
    expect(await loadBeir(folder, 'test')).toEqual({
      corpus: [
        { id: '7', title: 'T', text: 'X' },
        { id: '8', title: '', text: 'No title' },
      ],
      queries: [
        { id: 'q1', text: 'ask q1', judgements: new Map([['7', 1]]) },
        { id: 'q2', text: 'ask q2', judgements: new Map([['8', 2]]) },
      ],
    });
  });

  it('halves a set that has one file of judgements, no query in both halves', async () => {
    write('qrels/dev.tsv', ['header', 'q1\t7\t1', 'q2\t7\t1', 'q3\t7\t1', 'q4\t7\t1']);
    const ids = async (split: 'train' | 'test') =>
      (await loadBeir(folder, split))?.queries.map(({ id }) => id) ?? [];
    const [train, test] = [await ids('train'), await ids('test')];
    expect(train.length).toBeGreaterThan(0);
    expect(test.length).toBeGreaterThan(0);
    expect([...train, ...test].sort()).toEqual(['q1', 'q2', 'q3', 'q4']);
  });

  it('keeps the language of a document that names one', async () => {
    write('corpus.jsonl', [toLine({ _id: 1, text: 'Sốt', language: 'vi' })]);
    write('qrels/test.tsv', ['header', 'q1\t1\t1']);
    expect((await loadBeir(folder, 'test'))?.corpus).toEqual([
      { id: '1', title: '', text: 'Sốt', language: 'vi' },
    ]);
  });

  it('says that a set is not there', async () => {
    expect(await loadBeir(join(folder, 'absent'), 'test')).toBeNull();
  });
});

describe('sampleQueries', () => {
  const setOf = (count: number) => ({
    corpus: [],
    queries: Array.from({ length: count }, (_, i) => ({ id: `${i}`, text: '', judgements: new Map() })),
  });
  const idsOf = (count: number, most: number) =>
    sampleQueries(setOf(count), most).queries.map(({ id }) => Number(id));

  it('spreads as many queries as asked evenly over the set', () => {
    expect(idsOf(10, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(idsOf(809, 150)).toHaveLength(150);
    expect(idsOf(7, 3)).toHaveLength(3);
  });

  it('leaves a smaller set as it is', () => {
    expect(idsOf(3, 5)).toEqual([0, 1, 2]);
  });
});
