import { z } from 'zod';
import { defineFlow } from '../../engine/define-flow.ts';
import type { EvidencePorts } from '../evidence/flow.ts';
import { abstain } from '../shared/abstain.ts';
import { backGate } from '../shared/back-gate.ts';
import { frontGate } from '../shared/front-gate.ts';
import { openTurn } from '../shared/open-turn.ts';
import { lookElsewhere } from '../shared/search-everything.ts';
import { TurnState } from '../shared/turn-state.ts';
import { classifyQuestion } from './steps/classify-question.ts';
import { decomposeQuestion } from './steps/decompose-question.ts';
import { reflectOnAnswer } from './steps/reflect-on-answer.ts';
import { deduplicatePassages, rerankPassages } from './steps/rerank-passages.ts';
import { retrieveSubQueries } from './steps/retrieve-sub-queries.ts';
import { ScoredAnswer, scoreAnswer } from './steps/score-answer.ts';
import { quoteSources, synthesizeAnswer } from './steps/synthesize-answer.ts';
import { FoundForPart, QuestionType, ResearchStep, ServingPassage, SubQuery } from './sub-query.ts';

export const ResearchState = TurnState.extend({
  search_query: z.string(),
  question_type: QuestionType,
  sub_queries: z.array(SubQuery),
  /** Which of them are searched for next. */
  to_search: z.array(z.number().int()),
  /** How often parts were searched for in other words. */
  round: z.number().int(),
  found: z.array(FoundForPart),
  /** Whether the last searches brought anything new. */
  gained: z.boolean(),
  pool: z.array(ServingPassage),
  /** Of each piece of evidence: the parts of the question it was found for. */
  serves: z.array(z.array(z.number().int())),
  scored: ScoredAnswer,
  best: ScoredAnswer,
  unverified: z.boolean(),
  quoted: z.boolean(),
  research_steps: z.array(ResearchStep),
});
export type ResearchState = z.infer<typeof ResearchState>;

export type ResearchPorts = Omit<EvidencePorts, 'contextReach'>;

/** A hard question taken apart, searched for part by part, answered as a whole and checked for what is missing. */
export function researchFlow(ports: ResearchPorts) {
  return defineFlow({
    name: 'research',
    state: ResearchState,
    maxSteps: 37,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate({ ...ports, flow: 'research' }),
      openTurn: openTurn({ ...ports, flow: 'research' }),
      classifyQuestion: classifyQuestion(ports),
      decomposeQuestion: decomposeQuestion(ports),
      retrieveSubQueries: retrieveSubQueries(ports),
      deduplicatePassages: deduplicatePassages(),
      rerankPassages: rerankPassages(ports),
      synthesizeAnswer: synthesizeAnswer(ports),
      scoreAnswer: scoreAnswer(ports),
      reflectOnAnswer: reflectOnAnswer(ports),
      quoteSources: quoteSources(),
      lookElsewhere: lookElsewhere(ports),
      abstain: abstain(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'openTurn', refuse: 'end' },
      openTurn: { opened: 'classifyQuestion', crisis: 'backGate' },
      classifyQuestion: { classified: 'decomposeQuestion' },
      decomposeQuestion: { decomposed: 'retrieveSubQueries' },
      retrieveSubQueries: { found: 'deduplicatePassages', 'nothing-new': 'reflectOnAnswer' },
      deduplicatePassages: { deduplicated: 'rerankPassages' },
      rerankPassages: { reranked: 'synthesizeAnswer' },
      synthesizeAnswer: { answered: 'scoreAnswer', insufficient: 'reflectOnAnswer' },
      scoreAnswer: { scored: 'reflectOnAnswer' },
      reflectOnAnswer: {
        sufficient: 'backGate',
        refine: 'retrieveSubQueries',
        stop: 'backGate',
        unverified: 'backGate',
        'nothing-found': 'lookElsewhere',
      },
      quoteSources: { quoted: 'backGate', 'nothing-to-quote': 'abstain' },
      lookElsewhere: { answered: 'backGate', 'nothing-found': 'abstain' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end', unsupported: 'quoteSources', unsure: 'abstain' },
    },
  });
}
