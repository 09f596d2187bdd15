import type { Kysely } from 'kysely';
import type { Embedder } from '../embedder.port.ts';
import type { PassageIndex } from '../passage-index.port.ts';
import { createPassageIndexOn } from './create-passage-index.ts';
import { createPostgresEngine } from './postgres-engine.ts';

/** Passages in PostgreSQL: BM25 by pg_textsearch and cosine by pgvector. */
export function createPassageIndex(options: {
  db: Kysely<unknown>;
  embedder: Embedder;
  logProblem: (problem: string, error: unknown) => void;
  /** From how many passages on vectors are found by a graph, and up to how many they are all read even then. */
  graphFrom?: number;
  exactUpTo?: number;
}): PassageIndex {
  const { db, embedder, logProblem, ...sizes } = options;
  return createPassageIndexOn({ db, embedder, logProblem, engine: createPostgresEngine(sizes) });
}
