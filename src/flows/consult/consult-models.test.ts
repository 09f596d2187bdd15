import { describe, expect, it } from 'vitest';
import type { DegradedReason } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import type { Message } from '../../domain/run-record.ts';
import { createRunContext } from '../../engine/create-run-context.ts';
import { runFlow } from '../../engine/run-flow.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { noMemories } from '../../records/testing/no-memories.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { turnRecords } from '../../records/testing/turn-records.ts';
import { createFeatureReranker } from '../../retrieval/search/feature-reranker.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { foundPassages } from '../testing/found-passages.ts';
import { consultFlow } from './flow.ts';

const QUESTION = 'Could you tell me what to do about bleeding gums?';
const TASKS = [
  'decide-retrieve-or-answer',
  'create-retrieval-query',
  'classify-topic',
  'filter-candidates',
  'choose-next-action',
  'compose-answer',
];

const PASSAGES = ['brushing', 'flossing', 'smoking', 'pregnancy', 'calculus'].map((word) =>
  rankedPassage({
    document: {
      id: word,
      title: `What has ${word} to do with bleeding gums?`,
      text: `## Answer\n\nBleeding gums and ${word} go together in many people.`,
      source_type: 'qa',
      topic: 'GUMS',
      sub_topic: word,
    },
    // Weak, so that every task is asked.
    scores: { relevance: 0.35 },
  }),
);

/** Spends what a model spends: a call for each try; `fails` says which tasks never get an answer, and why. */
function spendingGateway(calls: number, fails: (task: string) => DegradedReason | null): Gateway {
  const script: Record<string, unknown> = {
    'decide-retrieve-or-answer': { type: 'retrieve_kb', kind: 'none', context_summary: 'bleeding gums' },
    'create-retrieval-query': { retrieval_query: QUESTION, confidence: 'high', reason: 'r' },
    'classify-topic': { demuc: 'GUMS', chu_de_con: 'brushing' },
    'filter-candidates': { selected: [1, 2] },
    'choose-next-action': { action: 'create_retrieval_query', reason: 'r' },
    'compose-answer': 'Bleeding gums and brushing go together in many people [1].',
  };
  return {
    modelName: 'spending',
    async run(task, input, { budget }) {
      for (let call = 0; call < calls; call += 1) {
        if (!budget.canCall()) return { output: task.twin(input), by: 'twin', degraded: 'budget-spent' };
        budget.countCall();
      }
      const reason = fails(task.name);
      return reason === null
        ? { output: task.output.parse(script[task.name]), by: 'spending', degraded: null }
        : { output: task.twin(input), by: 'twin', degraded: reason };
    },
  };
}

async function ask(gateway: Gateway, { message = QUESTION, limit = 50, followUp = false } = {}) {
  const earlier: Message = {
    id: 'm',
    run_id: 'r',
    author: 'asker',
    text: QUESTION,
    answer: null,
    created_at: '',
  };
  const messages = followUp ? [earlier] : [];
  const records = turnRecords({ history: async () => ({ messages, isUnderWay: false }) });
  const terms = [...new Set(analyzeText('bleeding gums', 'en'))].map((term) => ({ term, weight: 2 }));
  const topics = PASSAGES.map(({ document }) => ({
    topic: 'GUMS',
    sub_topic: document.sub_topic,
    passages: 1,
  }));
  const flow = consultFlow({
    frontGate: createFrontGate(),
    backGate: createBackGate(),
    gateway,
    passages: foundPassages({ passages: PASSAGES, terms, topics }),
    reranker: createFeatureReranker(),
    records,
    memories: noMemories(),
  });
  const context = createRunContext({
    runId: 'r',
    timeoutMs: 20_000,
    limits: { llm_calls: limit, tokens: 1e6 },
  });
  const conversation_id = '6f1c2d3e-0000-4000-8000-000000000001';
  const request = AskRequest.parse({
    message,
    role: 'patient_dental',
    conversation_id: followUp ? conversation_id : null,
  });
  const result = await runFlow(flow, { request, principal: samplePrincipal(), conversation_id }, context);
  context.dispose();
  if (result.status !== 'done') throw new Error('the consult flow never pauses');
  return { state: result.state, calls: context.budget.spent().llm_calls, trace: result.trace };
}

describe('the consult flow with a model', () => {
  it.each([
    ['a new question', {}],
    ['a follow-up', { message: 'And what about children, could you say?', followUp: true }],
  ])('makes at most six calls for %s, two searches and an answer included', async (_, turn) => {
    const { state, calls } = await ask(
      spendingGateway(1, () => null),
      turn,
    );
    expect(state.retrieve_attempts).toBe(2);
    expect(state.citations).not.toEqual([]);
    expect(calls).toBeLessThanOrEqual(6);
    expect(calls).toBeGreaterThanOrEqual(4);
  });

  it('makes at most one for a greeting, and none where the rules are certain', async () => {
    expect(
      (
        await ask(
          spendingGateway(1, () => null),
          { message: 'Hello!' },
        )
      ).calls,
    ).toBe(0);
    const { calls } = await ask(
      spendingGateway(3, () => 'overload'),
      { message: 'you and the robot, my friend' },
    );
    expect(calls).toBeLessThanOrEqual(6);
  });

  it.each(TASKS)(
    'still gives a cited answer when %s is overloaded, gives garbage or has no model',
    async (failing) => {
      for (const reason of ['overload', 'invalid-output', 'no-model'] as const) {
        for (const tries of [0, 1, 2, 3]) {
          const fails = (task: string) => (task === failing ? reason : null);
          const { state, calls, trace } = await ask(spendingGateway(tries, fails));
          expect(state.citations?.length).toBeGreaterThan(0);
          expect(state.abstained).toBeUndefined();
          expect(calls).toBeLessThanOrEqual(6);
          expect(trace.every(({ status }) => status === 'done')).toBe(true);
        }
      }
    },
  );

  it.each([0, 1, 2, 3, 4, 5, 6])('still gives one when the budget is spent after %i calls', async (limit) => {
    const { state, calls } = await ask(
      spendingGateway(1, () => null),
      { limit },
    );
    expect(state.citations?.length).toBeGreaterThan(0);
    expect(calls).toBeLessThanOrEqual(limit);
  });
});
