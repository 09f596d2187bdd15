import { defineNode } from '../../../engine/define-node.ts';
import { REMEMBERED_MESSAGES } from '../../shared/open-turn.ts';
import { TurnState } from '../../shared/turn-state.ts';
import { roleOf } from '../roles.ts';

/** Finds out in what role is asked, and puts question and conversation into the form the other steps read. */
export function ingestQuery() {
  return defineNode({
    step: 'ingest',
    reads: TurnState.pick({ request: true, principal: true, question: true, history: true }),
    outcomes: ['ingested'],

    run({ request, principal, question, history }) {
      const role = roleOf(request.role, principal);
      const recent = history.slice(-REMEMBERED_MESSAGES);
      const writes = {
        role: role.id,
        for_themselves: role.audience === 'patient',
        query: question,
        history: recent,
        formatted_conversation_history: recent.map(({ author, text }) => `${author}: ${text}`).join('\n'),
        rag_state: 'init' as const,
        retrieve_attempts: 0,
        demuc: null,
        chu_de_con: null,
        selected_ids: [],
        selected_questions: [],
        evidence: [],
        searched: { query: question, source_types: null, min_evidence_level: null },
      };
      return { outcome: 'ingested' as const, writes };
    },
  });
}
