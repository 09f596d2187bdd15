import type { Generation } from './generations.ts';
import type { SearchEngine } from './search-engine.ts';

/** Makes generations by one engine, and leaves those that another one made to that one until they are replaced. */
export function engineByGeneration(current: SearchEngine, former: SearchEngine): SearchEngine {
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
    addVectors: (db, generation, vectors) => of(generation).addVectors(db, generation, vectors),
  };
}
