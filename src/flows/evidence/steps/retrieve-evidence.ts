import { z } from 'zod';
import { Principal } from '../../../domain/access.ts';
import { AskRequest } from '../../../domain/ask.ts';
import { Language } from '../../../domain/language.ts';
import { Expansion } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { relatedTo, type SearchPorts, searchEverything } from '../../shared/search-everything.ts';
import { searchNotes } from '../../shared/search-notes.ts';

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export function retrieveEvidence(ports: SearchPorts) {
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

    async run({ search_query: query, ...asked }, { signal, emit }) {
      const found = await searchEverything(ports, { ...asked, query, signal });
      for (const data of searchNotes(found)) emit({ type: 'note', data });
      const writes = {
        evidence: found.kept,
        query_terms: found.terms,
        searched: found.searched,
        expansions: found.expansions,
        ...relatedTo(found, asked.language),
      };
      // Nothing relevant is an answer, not a fault: the flow decides what it means.
      return found.kept.length === 0
        ? { outcome: 'nothing-found' as const, writes }
        : { outcome: 'found' as const, writes };
    },
  });
}
