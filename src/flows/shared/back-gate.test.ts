import { describe, expect, it } from 'vitest';
import { DOSE_CAUTION } from '../../../texts/answer.ts';
import type { Audience } from '../../domain/access.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { backGate } from './back-gate.ts';

const TEXT = 'Metformin causes nausea in about 25% of people.';
const node = backGate({ backGate: createBackGate() });
const ALARM = { category: 'cardiac', message: 'Call 115', phone: '115' };
interface Given {
  text?: string;
  audience?: Audience;
  emergency?: typeof ALARM;
  route?: string;
}
const verify = (
  draft: string,
  claims: boolean,
  { text = TEXT, audience = 'patient', ...under }: Given = {},
) =>
  node.run(
    {
      question: 'q',
      draft,
      principal: samplePrincipal({ audience }),
      evidence: [rankedPassage({ document: { text } })],
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

  it.each([
    ['Metformin is started at 500 mg once a day.', 'patient', true],
    ['Metformin is started at 500 mg once a day.', 'clinician', false],
    ['Metformin is stopped at a blood glucose below 70 mg/dl.', 'patient', false],
    ['A slice of bread has about 15 g of carbohydrate.', 'patient', false],
    [TEXT, 'patient', false],
  ] as const)(
    'says after a dose, to patients, that it is not theirs: %s (%s)',
    async (text, audience, is) => {
      const { writes } = await verify(text, true, { text, audience });
      expect(writes?.message?.startsWith(text.slice(0, -1))).toBe(true);
      expect(writes?.message?.endsWith(DOSE_CAUTION.en)).toBe(is);
    },
  );
});
