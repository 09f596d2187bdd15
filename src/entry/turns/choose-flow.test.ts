import { describe, expect, it } from 'vitest';
import { AskRequest } from '../../domain/ask.ts';
import { demoPrincipal } from '../demo-principals.ts';
import type { AskFlow } from './ask-flow.ts';
import { chooseFlow } from './choose-flow.ts';

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
      /"desk" is not available here. Available: evidence, research/u,
    );
  });

  it('never leaves an image or a patient silently out of account', () => {
    expect(() => choose({ image: 'data:image/png;base64,' })).toThrow(/"clinic" is not available/u);
    expect(() => choose({ patient_id: 'p-1', flow: 'evidence' })).toThrow(/belong to the clinic flow/u);
  });
});
