import { z } from 'zod';
import { Expansion } from '../../../domain/passage.ts';
import { defineNode } from '../../../engine/define-node.ts';
import { relatedTo, type SearchPorts, searchEverything } from '../../shared/search-everything.ts';
import { searchNotes } from '../../shared/search-notes.ts';
import { TurnState } from '../../shared/turn-state.ts';

/** Searches both ways, puts the best first and keeps the passages worth reading. */
export function retrieveEvidence(ports: SearchPorts) {
  return defineNode({
    step: 'retrieve',
    reads: TurnState.pick({ request: true, principal: true, language: true }).extend({
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
      return { outcome: found.kept.length === 0 ? ('nothing-found' as const) : ('found' as const), writes };
    },
  });
}
