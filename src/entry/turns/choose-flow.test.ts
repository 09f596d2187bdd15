import { describe, expect, it } from 'vitest';
import { AskRequest } from '../../domain/ask.ts';
import { demoPrincipal } from '../demo-principals.ts';
import type { AskFlow } from './ask-flow.ts';
import { chooseFlow } from './choose-flow.ts';

// A cast: only the name is looked at.
const FLOWS = [{ name: 'evidence' }] as AskFlow[];
const choose = (part: object) =>
  chooseFlow(AskRequest.parse({ message: 'q', ...part }), demoPrincipal('patient'), FLOWS);

describe('chooseFlow', () => {
  it('takes the flow that was named, or says why it took one', () => {
    expect(choose({ flow: 'evidence' })).toMatchObject({
      flow: { name: 'evidence' },
      reason: 'asked for by name',
    });
    expect(choose({}).reason).toMatch(/^auto: a patient/u);
  });

  it('says which flows there are when the one wanted is not', () => {
    expect(() => choose({ flow: 'desk' })).toThrow(/"desk" is not available here. Available: evidence/u);
  });

  it('never leaves an image or a patient silently out of account', () => {
    expect(() => choose({ image: 'data:image/png;base64,' })).toThrow(/"clinic" is not available/u);
    expect(() => choose({ patient_id: 'p-1', flow: 'evidence' })).toThrow(/belong to the clinic flow/u);
  });
});
