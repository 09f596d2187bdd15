import type { Kysely } from 'kysely';
import type { Embedder } from '../../embedder.port.ts';
import type { PassageIndex } from '../../passage-index.port.ts';
import { createPassageIndexOn } from '../postgres/create-passage-index.ts';
import type { Generation } from '../postgres/generations.ts';
import { createPostgresEngine } from '../postgres/postgres-passages.ts';
import type { SearchEngine } from '../postgres/search-engine.ts';
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

/** Makes generations by one engine, and leaves those that another one made to that one until they are replaced. */
function engineByGeneration(current: SearchEngine, former: SearchEngine): SearchEngine {
  const of = ({ engine }: Generation) => (engine === current.name ? current : former);
  return {
    name: current.name,
    vectorIndexFor: (passages, dimensions) => current.vectorIndexFor(passages, dimensions),
    hasVectorsInEntries: (generation) => of(generation).hasVectorsInEntries(generation),
    create: (tx, generation) => of(generation).create(tx, generation),
    put: (generation, entries) => of(generation).put(generation, entries),
    forget: (generation, documents) => of(generation).forget(generation, documents),
    drop: (generation) => of(generation).drop(generation),
    find: (tx, generation, wanted) => of(generation).find(tx, generation, wanted),
    tidy: (db, generation) => of(generation).tidy(db, generation),
    waiting: (db, generation, limit) => of(generation).waiting(db, generation, limit),
    countWaiting: (db, generation) => of(generation).countWaiting(db, generation),
    addVectors: (db, generation, vectors) => of(generation).addVectors(db, generation, vectors),
  };
}
