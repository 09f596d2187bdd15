import type { Kysely } from 'kysely';
import type { PassageQuery } from '../passage-index.port.ts';
import type { Generation, IndexRecipe } from './generations.ts';
import type { TenantStamp } from './tenant-vectors.ts';

/** A passage as it is put into a generation. */
export interface NewEntry {
  tenant_id: string;
  passage_id: string;
  document_id: string;
  /** Of the document: one that was replaced has another. */
  revision: string;
  facet_id: number;
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
  /** What the engine found; the passage may have been replaced since. */
  revision: string;
  cosine: number | null;
}

/**
 * What finds passages by words and by vectors. The passages themselves, who may read them and how often each term
 * occurs are PostgreSQL's, whichever engine searches.
 */
export interface SearchEngine {
  readonly name: string;
  /** Whether PostgreSQL keeps the vectors beside the terms. */
  readonly vectorsInEntries: boolean;
  vectorIndexFor(passages: number, dimensions: number): IndexRecipe['vector_index'];
  /** Vectors of the entries changed though their documents did not. */
  vectorsChanged(): void;
  /** Makes a place for a new generation, within the transaction that makes its tables. */
  create(tx: Kysely<unknown>, generation: Generation): Promise<void>;
  /** Before the entries are committed: an engine of its own must know them by then. */
  put(generation: Generation, entries: readonly NewEntry[]): Promise<void>;
  /** After they are: whatever it holds of these documents in other revisions may go. */
  forget(
    generation: Generation,
    documents: readonly { tenant_id: string; document_id: string; revision: string | null }[],
  ): Promise<void>;
  drop(generation: Generation): Promise<void>;
  /** Within the search's own transaction. Access and filters hold inside the search itself. */
  find(tx: Kysely<unknown>, generation: Generation, wanted: Wanted): Promise<Candidate[]>;
}
