import type { Kysely } from 'kysely';
import type { Embedder } from '../embedder.port.ts';
import type { PassageIndex } from '../passage-index.port.ts';
import { createPassageIndexOn } from './create-passage-index.ts';
import { engineByGeneration } from './engine-by-generation.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import { createQdrantEngine } from './qdrant-engine.ts';
import type { QdrantSettings } from './qdrant-server.ts';

/** Passages in PostgreSQL, found by Qdrant. */
export function createQdrantPassages({
  db,
  embedder,
  logProblem,
  ...settings
}: QdrantSettings & {
  db: Kysely<unknown>;
  embedder: Embedder;
  logProblem: (problem: string, error: unknown) => void;
}): PassageIndex {
  const postgres = createPostgresEngine({ vectors: null });
  const qdrant = createQdrantEngine({ ...settings, logProblem, words: postgres });
  return createPassageIndexOn({ db, embedder, logProblem, engine: engineByGeneration(qdrant, postgres) });
}
