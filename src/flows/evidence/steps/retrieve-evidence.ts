import { z } from 'zod';
import { RELATED } from '../../../../texts/answer.ts';
import { type Access, accessOf, Principal } from '../../../domain/access.ts';
import { AskRequest } from '../../../domain/ask.ts';
import { levelsUpToGrade } from '../../../domain/evidence-level.ts';
import { Language } from '../../../domain/language.ts';
import { Expansion, howNear } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { findPassages } from '../../../retrieval/search/find-passages.ts';
import { rolesReadBy } from '../../consult/roles.ts';
import { searchNotes, whatWasSeen } from '../../shared/search-notes.ts';

const CANDIDATES = 40;

/** Words alone do not tell where the answer is: without a ranker the question is put to the literature and to what was added. */
const BY_WORDS = ['pubmed', 'guidelines', 'upload'];

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export function retrieveEvidence({ passages, reranker }: { passages: PassageIndex; reranker: Reranker }) {
  return defineNode({
    step: 'retrieve',
    reads: z.object({
      request: AskRequest,
      principal: Principal,
      language: Language,
      search_query: z.string(),
      expansions: z.array(Expansion),
    }),
    outcomes: ['found', 'nothing-found'],

    async run({ request, principal, language, search_query, expansions }, { signal, emit }) {
      const { min_evidence_level } = request;
      const access = accessOf(principal);
      // All that the asker may read, unless they name kinds: the ranker tells where the answer is.
      const source_types = request.source_types ?? (reranker.judges ? null : BY_WORDS);
      const found = await findPassages(
        { passages: inForce(passages, access), reranker },
        {
          query: search_query,
          expansions,
          language,
          access,
          filters: {
            source_types,
            roles: rolesReadBy(principal),
            evidence_levels: levelsUpToGrade(min_evidence_level),
          },
          limit: CANDIDATES,
          signal,
        },
      );
      const evidence = found.kept;
      for (const data of searchNotes(found)) emit({ type: 'note', data });
      const searched = {
        query: search_query,
        source_types,
        min_evidence_level,
        ...whatWasSeen(found.candidates, found.terms),
        // What was read is judged sentence by sentence; the rest was only brought up.
        ...(found.read.length > 0 ? { closest: whatWasSeen(found.read, found.terms).closest } : {}),
      };
      if (!request.return_sources) searched.closest = [];
      const isRelated = evidence.length > 0 && howNear(evidence) === 'related';
      const writes = {
        evidence,
        query_terms: found.terms,
        searched,
        expansions: found.expansions,
        ...(isRelated ? { route: 'related', closing: RELATED[language] } : {}),
      };
      // Nothing relevant is an answer, not a fault: the flow decides what it means.
      return evidence.length === 0
        ? { outcome: 'nothing-found' as const, writes }
        : { outcome: 'found' as const, writes };
    },
  });
}

/** Without the documents that others have taken the place of: an old rule is no answer to what holds now. */
function inForce(passages: PassageIndex, access: Access): Pick<PassageIndex, 'search'> {
  return {
    async search(query) {
      const found = await passages.search(query);
      const ids = found.passages.map(({ document_id }) => document_id);
      const successors = await passages.successors(access, ids);
      return { ...found, passages: found.passages.filter(({ document_id }) => !successors.has(document_id)) };
    },
  };
}
