import { describe, expect, it } from 'vitest';
import { demoPrincipal } from '../../app/auth/demo-principals.ts';
import { AskRequest } from '../../domain/ask.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { foundPassages } from '../testing/found-passages.ts';
import { scriptedGateway } from '../testing/scripted-gateway.ts';
import { composeAnswer } from './steps/compose-answer.ts';
import { retrieveFromKb } from './steps/retrieve-from-kb.ts';

const QUESTION = 'How do I store insulin?';
const ANSWER = 'Keep it in the fridge.';

/** What a consultation makes of one pair that asks just the same, as a ranker reads its answer. */
async function consult({ answers, relevance }: { answers: number; relevance: number }) {
  const text = `## Question\n\n${QUESTION}\n\n## Answer\n\n${ANSWER}`;
  const found = rankedPassage({ document: { id: 'pair', title: QUESTION, text }, scores: { relevance } });
  const reranker: Reranker = {
    id: 'scripted',
    judges: true,
    rerank: async ({ passages }) =>
      passages.map((passage) => ({
        ...passage,
        scores: { ...passage.scores, rerank: 1, answers },
        sentences: [{ text: ANSWER, answers }],
      })),
  };
  const asked = {
    request: AskRequest.parse({ message: QUESTION }),
    principal: demoPrincipal('patient'),
    language: 'en' as const,
    about_a_person: false,
    role: 'patient_diabetes',
    retrieval_query: QUESTION,
    demuc: null,
    chu_de_con: null,
  };
  const step = retrieveFromKb({ passages: foundPassages({ passages: [found] }), reranker });
  const state = { ...asked, classification_confidence: 'low' as const, retrieve_attempts: 1 };
  const { writes } = await step.run(state, testContext());
  const evidence = writes && 'found' in writes ? writes.found : [];
  const composed = {
    ...asked,
    evidence,
    context_summary: '',
    neighbours: [],
    selected_ids: [],
    preferences: [],
  };
  const answer = await composeAnswer({ gateway: scriptedGateway({}) }).run(composed, testContext());
  return { evidence, answer };
}

describe('pairs that our own ranker has read', () => {
  it('answer where they probably do', async () => {
    const { answer } = await consult({ answers: 0.99, relevance: 0.9 });
    expect(answer).toMatchObject({ outcome: 'answered', writes: { route: 'compose_answer' } });
    expect(answer.writes).not.toHaveProperty('closing');
  });

  it('are no answer yet where they may not, however alike the questions are', async () => {
    const { answer } = await consult({ answers: 0.02, relevance: 0.5 });
    expect(answer.outcome).toBe('insufficient');
  });

  it('are not kept where they speak of something else', async () => {
    const { evidence } = await consult({ answers: 0.0001, relevance: 0.05 });
    expect(evidence).toEqual([]);
  });
});
