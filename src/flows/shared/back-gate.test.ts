import { describe, expect, it } from 'vitest';
import { DOSE_CAUTION } from '../../../texts/answer.ts';
import type { Audience } from '../../domain/access.ts';
import { UNSURE } from '../../domain/answer.ts';
import { testContext } from '../../engine/testing/engine-context.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import type { Gateway } from '../../llm/gateway.port.ts';
import { scriptedSupport } from '../../meaning/testing/scripted-support.ts';
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
const INPUT = {
  question: 'q',
  principal: samplePrincipal({ audience: 'patient' }),
  evidence: [rankedPassage({ document: { text: TEXT } })],
  language: 'en' as const,
  claims: true,
  is_ours: false,
  closing: '',
  is_partial: false,
  emergency: null,
  route: '',
};
const verify = (
  draft: string,
  claims: boolean,
  { text = TEXT, audience = 'patient', ...under }: Given = {},
) => {
  const evidence = [rankedPassage({ document: { text } })];
  const principal = samplePrincipal({ audience });
  return node.run({ ...INPUT, draft, claims, evidence, principal, ...under }, testContext());
};

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
    // A notice in doubt holds nothing back.
    const doubtful = { ...ALARM, category: UNSURE };
    expect((await verify(TEXT, true, { emergency: doubtful, route: 'related' })).outcome).toBe('done');
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

  it.each([
    ['keeps what a language model finds in its source', 'Metformin makes many people sick.', 'says', true],
    ['not what it finds against its source', 'Metformin makes many people sick.', 'contradicts', false],
    ['nor a dose on its word', 'Taking 500 mg of metformin makes many people sick.', 'says', false],
  ])('where the gate is undecided %s', async (_, reworded, verdict, isKept) => {
    const support = scriptedSupport(async (pairs) =>
      pairs.map(() => ({ supported: 0.5, contradicted: 0.2, neither: 0.3 })),
    );
    const asked: unknown[] = [];
    const gateway: Gateway = {
      modelName: 'scripted',
      run: async (task, input) => {
        asked.push(input);
        const output = task.output.parse({ verdicts: [{ pair: 1, verdict }] });
        return { output, by: 'scripted', degraded: null };
      },
    };
    const gate = createBackGate(undefined, { meaning: support });
    const source = `${TEXT} The dose is 500 mg.`;
    const judged = backGate({ backGate: gate, gateway });
    const { writes } = await judged.run(
      {
        ...INPUT,
        draft: `${TEXT} ${reworded}`,
        evidence: [rankedPassage({ document: { text: source } })],
      },
      testContext(),
    );
    expect(writes?.message?.includes(reworded)).toBe(isKept);
    expect(asked).toHaveLength(reworded.includes('mg') ? 0 : 1);
  });
});
