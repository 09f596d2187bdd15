import type { SearchEngine } from '../postgres/search-engine.ts';
import { createQdrantCollection } from './create-qdrant-collection.ts';
import { findQdrantPoints } from './find-qdrant-points.ts';
import { openQdrantServer, type QdrantSettings } from './qdrant-server.ts';
import { countWaitingQdrantPoints, waitingQdrantPoints } from './scroll-qdrant-points.ts';
import { tidyQdrantPoints } from './tidy-qdrant-points.ts';
import { addQdrantVectors, deleteQdrantPoints, putQdrantPoints } from './write-qdrant-points.ts';

/** Words and vectors in Qdrant, and the words in PostgreSQL too, for when Qdrant does not answer. */
export function createQdrantEngine({
  logProblem,
  words,
  ...settings
}: QdrantSettings & {
  logProblem: (problem: string, error: unknown) => void;
  /** Finds by the entries' words. */
  words: SearchEngine;
}): SearchEngine {
  const server = openQdrantServer(settings);
  return {
    name: 'qdrant',
    hasVectorsInEntries: () => false,
    // Qdrant itself reads all vectors where they are few.
    vectorIndexFor: () => 'hnsw',

    async create(tx, generation) {
      await words.create(tx, { ...generation, vector_index: 'exact' });
      const name = server.collectionOf(generation);
      await server.ask((client) => createQdrantCollection(client, name, generation.dimensions));
    },

    put: (generation, entries) => putQdrantPoints(server, generation, entries),

    async forget(generation, documents) {
      try {
        await deleteQdrantPoints(server, generation, documents);
      } catch (error) {
        // Never shown, since their revision is not the stored one; `tidy` takes them away.
        logProblem('points of replaced passages were left in the search engine', error);
      }
    },

    async drop(generation) {
      const collection = server.collectionOf(generation);
      await server.ask((client) => client.deleteCollection(collection));
    },

    async find(tx, generation, wanted) {
      try {
        return { candidates: await findQdrantPoints(server, generation, wanted), degraded: null };
      } catch (error) {
        wanted.query.signal.throwIfAborted();
        logProblem('the search engine does not answer; searched by words alone', error);
        const byWords = await words.find(tx, generation, { ...wanted, vector: null });
        return { ...byWords, degraded: 'qdrant: unavailable' };
      }
    },

    tidy: (db, generation) => tidyQdrantPoints(server, db, generation),
    waiting: (_, generation, limit) => waitingQdrantPoints(server, generation, limit),
    countWaiting: (_, generation) => countWaitingQdrantPoints(server, generation),
    addVectors: (_, generation, vectors) => addQdrantVectors(server, generation, vectors),
  };
}
