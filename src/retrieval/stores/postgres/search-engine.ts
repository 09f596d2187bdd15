import type { Kysely } from 'kysely';
import type { Embedder } from '../../embedder.port.ts';
import type { PassageQuery } from '../../passage-index.port.ts';
import type { Facet, Generation, IndexRecipe } from './generations.ts';
import type { TenantStamp } from './tenant-vectors.ts';

/** A passage as it was when it was put into a generation. */
export interface EntryKey {
  tenant_id: string;
  passage_id: string;
  /** Of the document: one that was replaced has another. */
  revision: string;
}

/** A passage as it is put into a generation. */
export interface NewEntry extends EntryKey {
  document_id: string;
  facet_id: number;
  /** What that facet is: an engine of its own filters by it. */
  facet: Facet;
  terms: string[];
  /** Null where the embedder failed, or the generation was made with another one. */
  vector: Float32Array | null;
}

/** What is looked for. */
export interface Wanted {
  query: PassageQuery;
  /** The query's own terms. */
  asked: readonly string[];
  /** Those, and the terms of their synonyms. */
  sought: readonly string[];
  /** How much each of them tells. */
  weights: ReadonlyMap<string, number>;
  vector: Float32Array | null;
  /** The facets that access and filters leave, and how many passages those have. */
  facetIds: readonly number[];
  reachable: number;
  /** What the tenant's documents are as of. */
  stamp: TenantStamp;
  /** How many passages each way of searching may propose. */
  candidates: number;
}

export interface Candidate {
  passage_id: string;
  document_id: string;
  /** What the engine found; the passage may have been replaced since. */
  revision: string;
  cosine: number | null;
}

interface Found {
  candidates: Candidate[];
  /** Why passages were found by words alone, where they were to be found by a vector too. */
  degraded: string | null;
}

/**
 * What finds passages by words and by vectors. The passages themselves, who may read them and how often each term
 * occurs are PostgreSQL's, whichever engine searches.
 */
export interface SearchEngine {
  readonly name: string;
  /** Whether PostgreSQL keeps the vectors of this generation beside the terms. */
  hasVectorsInEntries(generation: Generation): boolean;
  vectorIndexFor(passages: number, dimensions: number): IndexRecipe['vector_index'];
  /** Makes a place for a new generation, within the transaction that makes its tables. */
  create(tx: Kysely<unknown>, generation: Generation): Promise<void>;
  /** Before the entries are committed: an engine of its own must know them by then. */
  put(generation: Generation, entries: readonly NewEntry[]): Promise<void>;
  /** After they are: whatever it holds of these documents in other revisions may go. Never fails. */
  forget(
    generation: Generation,
    documents: readonly { tenant_id: string; document_id: string; revision: string | null }[],
  ): Promise<void>;
  drop(generation: Generation): Promise<void>;
  /** Within the search's own transaction. Access and filters hold inside the search itself. */
  find(tx: Kysely<unknown>, generation: Generation, wanted: Wanted): Promise<Found>;
  /** Lets go of what no entry stands for any more; false when it lost entries, and has to be filled anew. */
  tidy(db: Kysely<unknown>, generation: Generation): Promise<boolean>;
  /** Entries that were put without a vector, so many at a time, each at most once. */
  waiting(db: Kysely<unknown>, generation: Generation, limit: number): AsyncIterable<EntryKey[]>;
  countWaiting(db: Kysely<unknown>, generation: Generation): Promise<number>;
  addVectors(
    db: Kysely<unknown>,
    generation: Generation,
    vectors: readonly (EntryKey & { vector: Float32Array })[],
  ): Promise<void>;
}

/** What a passage index is made of. */
export interface IndexParts {
  db: Kysely<unknown>;
  embedder: Embedder;
  engine: SearchEngine;
  logProblem: (problem: string, error: unknown) => void;
}
