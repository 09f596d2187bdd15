import { describe, expect, it } from 'vitest';
import { testContext } from '../../engine/testing/test-context.ts';
import type { Gateway, Task } from '../../llm/gateway.port.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { scriptedGateway } from '../testing/scripted-gateway.ts';
import { generateAnswerPrompt } from './generate-answer.prompt.ts';
import { generateAnswer } from './generate-answer.ts';

const input = {
  search_query: 'Is metformin cheap?',
  language: 'en' as const,
  intent: 'disease_info' as const,
  evidence: [rankedPassage()],
  query_terms: [{ term: 'metformin', weight: 1 }],
  history: [],
  expansions: [],
  about_a_person: false,
};
const generate = (gateway: Gateway, part: Partial<typeof input> = {}) =>
  generateAnswer({ gateway }).run({ ...input, ...part }, testContext());

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

  it('gives the model sources and question only inside fences', () => {
    const { user, system } = generateAnswerPrompt(
      { ...input, question: input.search_query, history: [{ author: 'asker', text: 'before' }] },
      (label, text) => `<<${label}|${text}>>`,
    );
    expect(user.replace(/<<[^>]*>>/gu, '').trim()).toBe('');
    expect(user).toContain('<<source 1|Sample');
    expect(user).toContain('<<question|Is metformin cheap?>>');
    expect(system).not.toContain('cheap');
  });
});
