import { z } from 'zod';
import { Expansion, TermWeight } from '../../domain/passage.ts';
import { defineFlow } from '../../engine/define-flow.ts';
import type { BackGate } from '../../gates/back-gate.port.ts';
import type { FrontGate } from '../../gates/front-gate.port.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import type { RunRecords } from '../../records/run-records.port.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { abstain } from '../shared/abstain.ts';
import { backGate } from '../shared/back-gate.ts';
import { frontGate } from '../shared/front-gate.ts';
import { openTurn } from '../shared/open-turn.ts';
import { TurnState } from '../shared/turn-state.ts';
import { classifyIntent, Intent } from './classify-intent.ts';
import { enhanceQuery } from './steps/enhance-query.ts';
import { generateAnswer, quoteEvidence } from './steps/generate-answer.ts';
import { retrieveEvidence } from './steps/retrieve-evidence.ts';

export const EvidenceState = TurnState.extend({
  intent: Intent,
  search_query: z.string(),
  expansions: z.array(Expansion),
  query_terms: z.array(TermWeight),
  quoted: z.boolean(),
});

export interface EvidencePorts {
  frontGate: FrontGate;
  backGate: BackGate;
  gateway: Gateway;
  passages: PassageIndex;
  reranker: Reranker;
  records: RunRecords;
  contextReach: number;
}

/** One clear question to the literature; a cited answer, an emergency notice with it, or an honest "not found". */
export function evidenceFlow(ports: EvidencePorts) {
  return defineFlow({
    name: 'evidence',
    state: EvidenceState,
    maxSteps: 12,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, flow: 'evidence' }),
      openTurn: openTurn({ ...ports, flow: 'evidence' }),
      classifyIntent: classifyIntent(),
      enhanceQuery: enhanceQuery(ports),
      retrieveEvidence: retrieveEvidence(ports),
      generateAnswer: generateAnswer(ports),
      quoteEvidence: quoteEvidence(),
      quoteNearest: quoteEvidence('insufficient'),
      abstain: abstain(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'openTurn', refuse: 'end' },
      openTurn: { opened: 'classifyIntent', crisis: 'backGate' },
      classifyIntent: { classified: 'enhanceQuery' },
      enhanceQuery: { enhanced: 'retrieveEvidence' },
      retrieveEvidence: { found: 'generateAnswer', 'nothing-found': 'abstain' },
      generateAnswer: { answered: 'backGate', insufficient: 'quoteNearest' },
      quoteEvidence: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      quoteNearest: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteEvidence', unsure: 'abstain' },
    },
  });
}
