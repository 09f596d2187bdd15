import { describe, expect, it } from 'vitest';
import { accessOf } from '../../../domain/access.ts';
import { testContext } from '../../../engine/testing/engine-context.ts';
import type { Gateway, Task } from '../../../llm/gateway.port.ts';
import { samplePrincipal } from '../../../records/testing/sample-records.ts';
import type { PassageIndex } from '../../../retrieval/passage-index.port.ts';
import { rankedPassage } from '../../../retrieval/testing/ranked-passage.ts';
import { scriptedGateway } from '../../testing/scripted-gateway.ts';
import { generateAnswer, generateAnswerPrompt } from './generate-answer.ts';

const principal = samplePrincipal({ departments: ['dental'] });
const input = {
  principal,
  search_query: 'Is metformin cheap?',
  language: 'en' as const,
  intent: 'disease_info' as const,
  evidence: [rankedPassage()],
  query_terms: [{ term: 'metformin', weight: 1 }],
  history: [],
  expansions: [],
  about_a_person: false,
};
const NEIGHBOUR = { ...rankedPassage(), id: 'sample#1', text: 'Insulin is dear.', start: 60, end: 76 };

function generate(gateway: Gateway, part: Partial<typeof input> = {}, contextReach = 0) {
  const asked: unknown[] = [];
  const passages: Pick<PassageIndex, 'neighbours'> = {
    async neighbours(...question) {
      asked.push(question);
      return [NEIGHBOUR];
    },
  };
  const node = generateAnswer({ gateway, passages, contextReach });
  return Object.assign(Promise.resolve(node.run({ ...input, ...part }, testContext())), { asked });
}

describe('generateAnswer', () => {
  it('hands on what the model wrote', async () => {
    const result = await generate(scriptedGateway({ 'generate-answer': ' Metformin is cheap [1]. ' }));
    expect(result).toEqual({ outcome: 'answered', writes: { draft: 'Metformin is cheap [1].' } });
  });

  it.each(['INSUFFICIENT', 'insufficient.', '**INSUFFICIENT**', ' Insufficient\n'])(
    'takes %j for having no answer',
    async (reply) => {
      expect((await generate(scriptedGateway({ 'generate-answer': reply }))).outcome).toBe('insufficient');
    },
  );

  it('takes a sentence about insufficiency for an answer', async () => {
    const reply = 'Insufficient insulin causes diabetes [1].';
    expect((await generate(scriptedGateway({ 'generate-answer': reply }))).outcome).toBe('answered');
  });

  it('has no answer when the twin has no sentence', async () => {
    const evidence = [rankedPassage({ document: { text: '## Metformin' } })];
    expect((await generate(scriptedGateway({}), { evidence })).outcome).toBe('insufficient');
  });

  it('keeps a question about a person out of any cache', async () => {
    const seen: boolean[] = [];
    const gateway: Gateway = {
      modelName: 'none',
      run: async <Input, Output>(task: Task<Input, Output>, given: Input) => {
        seen.push(task.sensitive(given));
        return { output: task.twin(given), by: 'twin', degraded: null };
      },
    };
    await generate(gateway);
    await generate(gateway, { about_a_person: true });
    expect(seen).toEqual([false, true]);
  });

  it('gives a model, and no twin, what stands around the sources the asker may read', async () => {
    const read: unknown[] = [];
    const gatewayOf = (modelName: string): Gateway => ({
      modelName,
      async run(task, given) {
        read.push(given);
        return { output: task.twin(given), by: 'twin', degraded: null };
      },
    });
    const withModel = generate(gatewayOf('m'), {}, 2);
    await withModel;
    expect(withModel.asked).toEqual([[accessOf(principal), ['sample#0'], 2]]);
    const withoutModel = generate(gatewayOf('none'), {}, 2);
    const withoutReach = generate(gatewayOf('m'), {}, 0);
    await Promise.all([withoutModel, withoutReach]);
    expect([...withoutModel.asked, ...withoutReach.asked]).toEqual([]);
    expect(read).toMatchObject([
      { surroundings: [{ before: '', after: NEIGHBOUR.text }] },
      { surroundings: [] },
      { surroundings: [] },
    ]);
  });

  it('gives the model sources and question only inside fences', () => {
    const { user, system } = generateAnswerPrompt(
      {
        ...input,
        question: input.search_query,
        surroundings: [{ before: 'Earlier.', after: 'Later.' }],
        history: [{ author: 'asker', text: 'before' }],
      },
      (label, text) => `<<${label}|${text}>>`,
    );
    expect(user.replace(/<<[^>]*>>/gu, '').trim()).toBe('');
    expect(user).toMatch(
      /<<context before source 1 not to be cited\|Earlier\.>>\n\n<<source 1\|Sample[^>]*>>\n\n<<context after source 1 not to be cited\|Later\.>>/u,
    );
    expect(system).toMatch(/cite only what the source itself says/u);
    expect(user).toContain('<<question|Is metformin cheap?>>');
    expect(system).not.toContain('cheap');
  });
});
