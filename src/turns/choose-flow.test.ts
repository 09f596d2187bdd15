import { describe, expect, it } from 'vitest';
import { demoPrincipal } from '../app/auth/demo-principals.ts';
import { AskRequest } from '../domain/ask.ts';
import { foundPassages } from '../flows/testing/found-passages.ts';
import { createFrontGate } from '../gates/front/create-front-gate.ts';
import { rankedPassage } from '../retrieval/testing/ranked-passage.ts';
import { chooseFlow, createAnswerCheck } from './choose-flow.ts';
import type { AskFlow } from './run-turn.ts';

// Casts: only the names are looked at.
const FLOWS = [{ name: 'evidence' }, { name: 'research' }] as AskFlow[];
const EVIDENCE_ONLY = [{ name: 'evidence' }] as AskFlow[];
const choose = (part: object, flows = FLOWS) =>
  chooseFlow(AskRequest.parse({ message: 'q', ...part }), demoPrincipal('patient'), flows);

describe('chooseFlow', () => {
  it('takes the flow that was named, or says why it took one', async () => {
    expect(await choose({ flow: 'evidence' })).toMatchObject({
      flow: { name: 'evidence' },
      reason: 'asked for by name',
    });
    expect((await choose({})).reason).toMatch(/^auto: a patient/u);
  });

  it.each([
    ['What is HbA1c?', 'evidence', /one question/u],
    ['Compare metformin and gliclazide', 'research', /COMPARATIVE/u],
    ['Quy trình từng bước xử trí sốc phản vệ', 'research', /MULTI_STEP/u],
    ['What changed in diabetes guidelines from 2020 to 2023?', 'research', /TEMPORAL/u],
    ['Liều metformin khởi đầu là bao nhiêu?', 'evidence', /one question/u],
  ])('prefers the cheapest flow that fits: %s', async (message, flow, reason) => {
    const choice = await choose({ message });
    expect(choice.flow.name).toBe(flow);
    expect(choice.reason).toMatch(reason);
  });

  it('asks the evidence flow where there is no other', async () => {
    const choice = await choose({ message: 'Compare metformin and gliclazide' }, EVIDENCE_ONLY);
    expect(choice.flow.name).toBe('evidence');
  });

  it('says which flows there are when the one wanted is not', async () => {
    await expect(choose({ flow: 'desk' })).rejects.toThrow(
      /"desk" is not available. Available flows: evidence, research/u,
    );
  });

  describe('for those who may use charts', () => {
    const ALL = ['evidence', 'research', 'clinic', 'desk', 'consult'].map((name) => ({ name })) as AskFlow[];
    const by = (who: 'clinician' | 'patient', message: string) =>
      chooseFlow(AskRequest.parse({ message }), demoPrincipal(who), ALL);

    it.each(['thanks', 'Hello!', 'cảm ơn bác sĩ'])('searches nothing for small talk: %s', async (message) => {
      expect(await by('patient', message)).toMatchObject({
        flow: { name: 'consult' },
        reason: 'auto: small talk',
      });
    });

    it.each([
      ['check interactions between warfarin and aspirin', /drugs to be checked/u],
      ['Kiểm tra tương tác giữa warfarin và aspirin', /drugs to be checked/u],
      ['Find patient Nguyễn Văn An', /a patient to be found/u],
      ['Show the latest labs of GAL-0001', /a patient's chart/u],
      ['Prescribe amoxicillin 500 mg three times daily', /a write to a chart/u],
      ['Kê đơn amoxicillin 500 mg ngày 3 lần', /a write to a chart/u],
    ])('takes the clinic by the words of "%s", and for nobody else', async (message, reason) => {
      expect(await by('clinician', message)).toMatchObject({
        flow: { name: 'clinic' },
        reason: expect.stringMatching(reason),
      });
      expect((await by('patient', message)).flow.name).not.toBe('clinic');
    });

    it.each([
      'Should I prescribe antibiotics for a localized apical abscess?',
      'Does metformin lower cardiovascular mortality?',
      'What is the maximum dose of lidocaine with epinephrine in adults?',
      'What is known about metformin (FDA safety communication 2016 and US prescribing information)?',
      'Kết quả của AHA/ASA 2019: xử trí sớm đột quỵ là gì?',
    ])('asks the literature for what it answers: "%s"', async (message) => {
      expect((await by('clinician', message)).flow.name).toBe('evidence');
    });
  });

  it('stays with the flow that has asked something back, unless another is named', async () => {
    const flows = [...FLOWS, { name: 'clinic' }] as AskFlow[];
    const last = { flow: 'clinic' as const, route: 'clarify' };
    const answer = (part: object, said = last) =>
      chooseFlow(AskRequest.parse({ message: 'aspirin', ...part }), demoPrincipal('clinician'), flows, {
        last: said,
      });
    expect(await answer({})).toMatchObject({
      flow: { name: 'clinic' },
      reason: expect.stringMatching(/asked back/u),
    });
    expect((await answer({ flow: 'evidence' })).flow.name).toBe('evidence');
    expect((await answer({}, { ...last, route: 'lookup' })).flow.name).toBe('evidence');
  });

  it('never leaves an image or a patient silently out of account', async () => {
    await expect(choose({ image: 'data:image/png;base64,' })).rejects.toThrow(/"clinic" is not available/u);
    await expect(choose({ patient_id: 'p-1', flow: 'evidence' })).rejects.toThrow(
      /belong to the clinic flow/u,
    );
  });

  describe('what sounds like a question in parts', () => {
    const asked = (message: string, isAnswered: boolean) =>
      chooseFlow(AskRequest.parse({ message }), demoPrincipal('patient'), FLOWS, {
        isAnswered: async () => isAnswered,
      });
    const message = 'my sugars have been fine for two months, has that changed what I should take now?';

    it('is one question where a single passage answers it, and the trace says so', async () => {
      expect(await asked(message, true)).toMatchObject({
        flow: { name: 'evidence' },
        reason: expect.stringMatching(/one passage answers/u),
      });
      expect((await asked(message, false)).flow.name).toBe('research');
    });

    it('is compared side by side where it names the drugs to compare', async () => {
      expect((await asked('Compare metformin and gliclazide', true)).flow.name).toBe('research');
    });
  });

  describe('createAnswerCheck', () => {
    const frontGate = createFrontGate();
    const request = AskRequest.parse({ message: 'How is metformin taken?' });
    const text = 'Metformin is taken with meals.';
    const found = rankedPassage({ document: { text }, scores: { relevance: 0.9 } });
    const check = (chance: number, judges = true) =>
      createAnswerCheck({
        frontGate,
        passages: foundPassages({ passages: [found] }),
        reranker: {
          id: 'r',
          judges,
          rerank: async ({ passages }) =>
            passages.map((passage) => ({
              ...passage,
              scores: { ...passage.scores, rerank: 1, answers: chance },
              sentences: [{ text, answers: chance }],
            })),
        },
      })(request, demoPrincipal('patient'));

    it('says whether what was read answers, and no where nobody can judge', async () => {
      expect(await check(0.99)).toBe(true);
      expect(await check(0.001)).toBe(false);
      expect(await check(0.99, false)).toBe(false);
    });
  });
});
