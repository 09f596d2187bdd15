import type { Kysely } from 'kysely';
import type { Embedder } from '../embedder.port.ts';
import type { PassageIndex } from '../passage-index.port.ts';
import { createPassageIndexOn } from './create-passage-index.ts';
import { createPostgresEngine, MAX_VECTOR_BYTES } from './postgres-engine.ts';
import { createTenantVectors } from './tenant-vectors.ts';

/** Passages in PostgreSQL: BM25 by pg_textsearch, cosine by pgvector or in memory. */
export function createPassageIndex(options: {
  db: Kysely<unknown>;
  embedder: Embedder;
  logProblem: (problem: string, error: unknown) => void;
  /** Whether this process lives long enough to be worth reading all vectors into memory. */
  isLongLived: boolean;
  maxVectorBytes?: number;
  /** Up to how many vectors the database compares them. */
  exactUpTo?: number;
}): PassageIndex {
  const { db, embedder, logProblem, isLongLived, maxVectorBytes = MAX_VECTOR_BYTES, exactUpTo } = options;
  const vectors = isLongLived ? createTenantVectors({ db, maxBytes: 2 * maxVectorBytes, logProblem }) : null;
  const engine = createPostgresEngine({
    vectors,
    maxVectorBytes,
    ...(exactUpTo === undefined ? {} : { exactUpTo }),
  });
  return createPassageIndexOn({ db, embedder, logProblem, engine });
}
