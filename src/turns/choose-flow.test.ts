import { describe, expect, it } from 'vitest';
import { demoPrincipal } from '../app/auth/demo-principals.ts';
import { AskRequest } from '../domain/ask.ts';
import { chooseFlow } from './choose-flow.ts';
import type { AskFlow } from './run-turn.ts';

// Casts: only the names are looked at.
const FLOWS = [{ name: 'evidence' }, { name: 'research' }] as AskFlow[];
const EVIDENCE_ONLY = [{ name: 'evidence' }] as AskFlow[];
const choose = (part: object, flows = FLOWS) =>
  chooseFlow(AskRequest.parse({ message: 'q', ...part }), demoPrincipal('patient'), flows);

describe('chooseFlow', () => {
  it('takes the flow that was named, or says why it took one', () => {
    expect(choose({ flow: 'evidence' })).toMatchObject({
      flow: { name: 'evidence' },
      reason: 'asked for by name',
    });
    expect(choose({}).reason).toMatch(/^auto: a patient/u);
  });

  it.each([
    ['What is HbA1c?', 'evidence', /one question/u],
    ['Compare metformin and gliclazide', 'research', /COMPARATIVE/u],
    ['Quy trình từng bước xử trí sốc phản vệ', 'research', /MULTI_STEP/u],
    ['What changed in diabetes guidelines from 2020 to 2023?', 'research', /TEMPORAL/u],
    ['Liều metformin khởi đầu là bao nhiêu?', 'evidence', /one question/u],
  ])('prefers the cheapest flow that fits: %s', (message, flow, reason) => {
    const choice = choose({ message });
    expect(choice.flow.name).toBe(flow);
    expect(choice.reason).toMatch(reason);
  });

  it('asks the evidence flow where there is no other', () => {
    expect(choose({ message: 'Compare metformin and gliclazide' }, EVIDENCE_ONLY).flow.name).toBe('evidence');
  });

  it('says which flows there are when the one wanted is not', () => {
    expect(() => choose({ flow: 'desk' })).toThrow(
      /"desk" is not available. Available flows: evidence, research/u,
    );
  });

  describe('for those who may use charts', () => {
    const ALL = ['evidence', 'research', 'clinic', 'desk', 'consult'].map((name) => ({ name })) as AskFlow[];
    const by = (who: 'clinician' | 'patient', message: string) =>
      chooseFlow(AskRequest.parse({ message }), demoPrincipal(who), ALL);

    it.each(['thanks', 'Hello!', 'cảm ơn bác sĩ'])('searches nothing for small talk: %s', (message) => {
      expect(by('patient', message)).toMatchObject({ flow: { name: 'consult' }, reason: 'auto: small talk' });
    });

    it.each([
      ['check interactions between warfarin and aspirin', /drugs to be checked/u],
      ['Kiểm tra tương tác giữa warfarin và aspirin', /drugs to be checked/u],
      ['Find patient Nguyễn Văn An', /a patient to be found/u],
      ['Show the latest labs of GAL-0001', /a patient's chart/u],
      ['Prescribe amoxicillin 500 mg three times daily', /a write to a chart/u],
      ['Kê đơn amoxicillin 500 mg ngày 3 lần', /a write to a chart/u],
    ])('takes the clinic by the words of "%s", and for nobody else', (message, reason) => {
      expect(by('clinician', message)).toMatchObject({ flow: { name: 'clinic' } });
      expect(by('clinician', message).reason).toMatch(reason);
      expect(by('patient', message).flow.name).not.toBe('clinic');
    });

    it.each([
      'Should I prescribe antibiotics for a localized apical abscess?',
      'Does metformin lower cardiovascular mortality?',
      'What is the maximum dose of lidocaine with epinephrine in adults?',
      'What is known about metformin (FDA safety communication 2016 and US prescribing information)?',
      'Kết quả của AHA/ASA 2019: xử trí sớm đột quỵ là gì?',
    ])('asks the literature for what it answers: "%s"', (message) => {
      expect(by('clinician', message).flow.name).toBe('evidence');
    });
  });

  it('stays with the flow that has asked something back, unless another is named', () => {
    const flows = [...FLOWS, { name: 'clinic' }] as AskFlow[];
    const last = { flow: 'clinic' as const, route: 'clarify' };
    const answer = (part: object, said = last) =>
      chooseFlow(AskRequest.parse({ message: 'aspirin', ...part }), demoPrincipal('clinician'), flows, said);
    expect(answer({})).toMatchObject({
      flow: { name: 'clinic' },
      reason: expect.stringMatching(/asked back/u),
    });
    expect(answer({ flow: 'evidence' }).flow.name).toBe('evidence');
    expect(answer({}, { ...last, route: 'lookup' }).flow.name).toBe('evidence');
  });

  it('never leaves an image or a patient silently out of account', () => {
    expect(() => choose({ image: 'data:image/png;base64,' })).toThrow(/"clinic" is not available/u);
    expect(() => choose({ patient_id: 'p-1', flow: 'evidence' })).toThrow(/belong to the clinic flow/u);
  });
});
