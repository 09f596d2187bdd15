import type { Kysely } from 'kysely';
import type { Embedder } from '../embedder.port.ts';
import type { SearchEngine } from './search-engine.ts';

/** What a passage index is made of. */
export interface IndexParts {
  db: Kysely<unknown>;
  embedder: Embedder;
  engine: SearchEngine;
  logProblem: (problem: string, error: unknown) => void;
}
