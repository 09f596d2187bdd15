import { detectLanguage } from '../../guardrails/detect-language.ts';
import { expandQuery } from '../../retrieval/analysis/medical-terms.ts';
import { findPassages } from '../../retrieval/find-passages.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import type { SearchKnowledge } from '../../tools/search-own-index.tool.ts';

/** What the reranker chooses from, however few are asked for. */
const CANDIDATES = 40;

/** Galen's own index, as the tools search it. */
export function searchIndex(ports: {
  passages: Pick<PassageIndex, 'search'>;
  reranker: Reranker;
}): SearchKnowledge {
  return async ({ query, access, evidenceLevels, limit, signal }) => {
    const language = detectLanguage(query);
    const { kept, degraded } = await findPassages(
      ports,
      {
        query,
        expansions: expandQuery(query, language),
        language,
        access,
        filters: { evidence_levels: evidenceLevels },
        limit: CANDIDATES,
        signal,
      },
      limit,
    );
    return { passages: kept, degraded };
  };
}
