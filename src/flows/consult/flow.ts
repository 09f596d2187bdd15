import { z } from 'zod';
import { defineFlow } from '../../engine/define-flow.ts';
import type { BackGate } from '../../gates/back-gate.port.ts';
import type { FrontGate } from '../../gates/front-gate.port.ts';
import type { Memories } from '../../records/memories.port.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import { recallMemories } from '../memory/recall-memories.ts';
import { abstain } from '../shared/abstain.ts';
import { backGate } from '../shared/back-gate.ts';
import { frontGate } from '../shared/front-gate.ts';
import { openTurn } from '../shared/open-turn.ts';
import { lookElsewhere } from '../shared/search-everything.ts';
import { TurnState } from '../shared/turn-state.ts';
import { type ConsultRetrievePorts, ConsultRetrieveState, retrieveStep } from './consult-retrieve.ts';
import { Certainty } from './roles.ts';
import { composeAnswer, fallback, quoteAnswer } from './steps/compose-answer.ts';
import { createRetrievalQuery } from './steps/create-retrieval-query.ts';
import { decideRetrieveOrAnswer } from './steps/decide-retrieve-or-answer.ts';
import { ingestQuery } from './steps/ingest-query.ts';
import { runRagAgent } from './steps/run-rag-agent.ts';

const { found: _, kb_unreachable: __, ...retrieved } = ConsultRetrieveState.shape;

export const ConsultState = TurnState.extend({
  ...retrieved,
  query: z.string(),
  original_query: z.string(),
  formatted_conversation_history: z.string(),
  context_summary: z.string(),
  create_retrieval_query_reason: z.string(),
  retrieval_query_confidence: Certainty,
  retrieval_query_reason: z.string(),
  suggestion_questions: z.array(z.string()),
  quoted: z.boolean(),
  for_themselves: z.boolean(),
  told: z.array(z.string()),
  preferences: z.array(z.string()),
});
export type ConsultState = z.infer<typeof ConsultState>;

export interface ConsultPorts extends ConsultRetrievePorts {
  frontGate: FrontGate;
  backGate: BackGate;
  records: RunRecords;
  memories: Memories;
}

/** A patient's or a doctor's question, by role: answered from a curated knowledge base of questions and answers. */
export function consultFlow(ports: ConsultPorts) {
  return defineFlow({
    name: 'consult',
    state: ConsultState,
    // Two searches of a follow-up, an answer that did not hold and quotes that were too unsure.
    maxSteps: 23,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, flow: 'consult' }),
      openTurn: openTurn({ ...ports, flow: 'consult' }),
      ingestQuery: ingestQuery(),
      recallMemories: recallMemories(ports),
      decideRetrieveOrAnswer: decideRetrieveOrAnswer(ports),
      runRagAgent: runRagAgent(ports),
      createRetrievalQuery: createRetrievalQuery(ports),
      retrieveFlow: retrieveStep(ports),
      composeAnswer: composeAnswer(ports),
      quoteAnswer: quoteAnswer(),
      fallback: fallback(),
      lookElsewhere: lookElsewhere(ports),
      abstain: abstain(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'openTurn', refuse: 'end' },
      openTurn: { opened: 'ingestQuery', crisis: 'backGate' },
      ingestQuery: { ingested: 'recallMemories' },
      recallMemories: { recalled: 'decideRetrieveOrAnswer' },
      decideRetrieveOrAnswer: { direct_response: 'backGate', retrieve_kb: 'runRagAgent' },
      runRagAgent: {
        create_retrieval_query: 'createRetrievalQuery',
        retrieve_kb: 'retrieveFlow',
        compose_answer: 'composeAnswer',
        nothing_found: 'lookElsewhere',
      },
      createRetrievalQuery: { created: 'retrieveFlow' },
      retrieveFlow: { retrieved: 'runRagAgent', fallback: 'fallback' },
      composeAnswer: { answered: 'backGate', insufficient: 'lookElsewhere' },
      quoteAnswer: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      fallback: { done: 'backGate' },
      lookElsewhere: { answered: 'backGate', 'nothing-found': 'abstain' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteAnswer', unsure: 'lookElsewhere' },
    },
  });
}
