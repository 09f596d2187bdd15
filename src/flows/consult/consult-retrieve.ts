import { z } from 'zod';
import { RankedPassage } from '../../domain/passage.ts';
import { defineFlow } from '../../engine/define-flow.ts';
import { subFlow } from '../../engine/define-node.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { TurnState } from '../shared/turn-state.ts';
import { Candidate, Certainty, RagState } from './roles.ts';
import { classifyTopic } from './steps/classify-topic.ts';
import { filterCandidates } from './steps/filter-candidates.ts';
import { retrieveFromKb } from './steps/retrieve-from-kb.ts';

/** What the sub-flow starts with. */
const Asked = TurnState.pick({
  request: true,
  principal: true,
  language: true,
  about_a_person: true,
}).extend({
  role: z.string(),
  retrieval_query: z.string(),
  demuc: z.string().nullable(),
  chu_de_con: z.string().nullable(),
  rag_state: RagState,
  retrieve_attempts: z.number(),
  /** Questions of the knowledge base that are near the asked one. */
  neighbours: z.array(Candidate).default([]),
});

export const ConsultRetrieveState = Asked.extend({
  classification_confidence: Certainty,
  neighbours: z.array(Candidate),
  found: z.array(RankedPassage),
  retrieved_candidates: z.array(Candidate),
  selected_ids: z.array(z.string()),
  selected_questions: z.array(z.string()),
  kb_unreachable: z.boolean(),
  searched: TurnState.shape.searched,
  evidence: TurnState.shape.evidence,
});

export interface ConsultRetrievePorts {
  gateway: Gateway;
  passages: PassageIndex;
  reranker: Reranker;
}

/** Topic, search, selection: the pairs of the knowledge base that help to answer one wording of a question. */
export function consultRetrieveFlow(ports: ConsultRetrievePorts) {
  return defineFlow({
    name: 'consult-retrieve',
    state: ConsultRetrieveState,
    maxSteps: 3,
    start: 'classifyTopic',
    nodes: {
      classifyTopic: classifyTopic(ports),
      retrieveFromKb: retrieveFromKb(ports),
      filterCandidates: filterCandidates(ports),
    },
    routes: {
      classifyTopic: { classified: 'retrieveFromKb', unreachable: 'end' },
      retrieveFromKb: { retrieved: 'filterCandidates', unreachable: 'end' },
      filterCandidates: { filtered: 'end' },
    },
  });
}

/** The sub-flow as a step of the consult flow. */
export function retrieveStep(ports: ConsultRetrievePorts) {
  return subFlow(consultRetrieveFlow(ports), {
    step: 'retrieve-flow',
    reads: Asked,
    input: (asked) => asked,
    outcomes: ['retrieved', 'fallback'],
    output: ({ request, principal, language, about_a_person, found, kb_unreachable, ...writes }) =>
      kb_unreachable ? { outcome: 'fallback' as const } : { outcome: 'retrieved' as const, writes },
  });
}
