import type { Access } from '../domain/access.ts';
import type { EvidenceLevel } from '../domain/evidence-level.ts';
import type { RankedPassage } from '../domain/passage.ts';

export interface KnowledgeQuery {
  query: string;
  access: Access;
  /** Only evidence of these levels; all without it. */
  evidenceLevels: readonly EvidenceLevel[] | null;
  limit: number;
  signal: AbortSignal;
}

/** Searches Galen's own index: the passages worth reading, and which parts of the search did not take place. */
export type SearchKnowledge = (
  query: KnowledgeQuery,
) => Promise<{ passages: RankedPassage[]; degraded: string[] }>;
