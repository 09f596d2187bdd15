import { describe, expect, it } from 'vitest';
import { testContext } from '../../engine/testing/engine-context.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { backGate } from './back-gate.ts';

const TEXT = 'Metformin causes nausea in about 25% of people.';
const node = backGate({ backGate: createBackGate() });
const ALARM = { category: 'cardiac', message: 'Call 115', phone: '115' };
const verify = (draft: string, claims: boolean, under: { emergency?: typeof ALARM; route?: string } = {}) =>
  node.run(
    {
      question: 'q',
      draft,
      evidence: [rankedPassage({ document: { text: TEXT } })],
      language: 'en',
      claims,
      is_ours: false,
      closing: '',
      is_partial: false,
      is_nearest: false,
      emergency: null,
      route: '',
      ...under,
    },
    testContext(),
  );

describe('the back gate as a step', () => {
  it('lets a message without claims through, and its word for that is not enough', async () => {
    const greeting = 'Hello! Which drug do you mean, metformin or insulin?';
    expect(await verify(greeting, false)).toMatchObject({ outcome: 'done', writes: { message: greeting } });
    expect(await verify('Hello! Take 500 mg of insulin.', false)).toMatchObject({ outcome: 'unsupported' });
  });

  it('asks a source of everything else', async () => {
    expect((await verify('Hello there, good morning.', true)).outcome).toBe('unsupported');
    expect((await verify(TEXT, true)).outcome).toBe('done');
  });

  it('lets advice stand under an alarm, and not what merely comes near', async () => {
    expect((await verify(TEXT, true, { emergency: ALARM })).outcome).toBe('done');
    const near = await verify(TEXT, true, { emergency: ALARM, route: 'related' });
    expect(near).toMatchObject({ outcome: 'unsure', writes: { message: '', citations: [] } });
  });
});
