import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';
import type { Judgements } from './metrics.ts';

export const SETS = ['scifact', 'bioasq'] as const;
export type SetName = (typeof SETS)[number];
export const SPLITS = ['train', 'test'] as const;
export type Split = (typeof SPLITS)[number];

export interface JudgedQuery {
  id: string;
  text: string;
  judgements: Judgements;
}

export interface RetrievalSet {
  /** Where a document names no language, it is that of the queries. */
  corpus: { id: string; title: string; text: string; language?: Language }[];
  queries: JudgedQuery[];
}

const Line = z.object({
  _id: z.coerce.string(),
  title: z.string().default(''),
  text: z.string(),
  language: Language.optional(),
});

/** So many queries, evenly spread over the set: the same ones in every run. */
export function sampleQueries(set: RetrievalSet, most: number): RetrievalSet {
  const { queries } = set;
  if (queries.length <= most) return set;
  return {
    ...set,
    queries: queries.filter(
      (_, i) => Math.floor((i * most) / queries.length) !== Math.floor(((i - 1) * most) / queries.length),
    ),
  };
}

/** A collection in the layout of BEIR with the judged queries of one split; null when its files are not there. */
export async function loadBeir(folder: string, split: Split): Promise<RetrievalSet | null> {
  if (!existsSync(join(folder, 'corpus.jsonl'))) return null;
  const [corpus, queries] = await Promise.all([
    readLines(join(folder, 'corpus.jsonl')),
    readLines(join(folder, 'queries.jsonl')),
  ]);
  const judged = await readJudgements(folder, split);
  return {
    corpus: corpus.map(({ _id, title, text, language }) => ({
      id: _id,
      title,
      text,
      ...(language === undefined ? {} : { language }),
    })),
    queries: queries.flatMap(({ _id, text }) => {
      const judgements = judged.get(_id);
      return judgements ? [{ id: _id, text, judgements }] : [];
    }),
  };
}

async function readLines(file: string): Promise<z.infer<typeof Line>[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

/** By query. A set that comes with one file of judgements is halved by the query's id, always the same way. */
async function readJudgements(folder: string, split: Split): Promise<Map<string, Map<string, number>>> {
  const own = join(folder, 'qrels', `${split}.tsv`);
  const isHalved = !existsSync(own);
  const text = await readFile(isHalved ? join(folder, 'qrels', 'dev.tsv') : own, 'utf8');
  const judged = new Map<string, Map<string, number>>();
  for (const line of text.split('\n').slice(1)) {
    const [query, document, gain] = line.trim().split('\t');
    if (!query || !document || !(Number(gain) > 0)) continue;
    if (isHalved && halfOf(query) !== split) continue;
    const known = judged.get(query) ?? new Map<string, number>();
    judged.set(query, known.set(document, Number(gain)));
  }
  return judged;
}

/** FNV-1a of the id, even or odd. */
function halfOf(id: string): Split {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash & 1) === 0 ? 'train' : 'test';
}
