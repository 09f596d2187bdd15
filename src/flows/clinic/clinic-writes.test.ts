import { describe, expect, it } from 'vitest';
import { askClinic } from '../testing/ask-clinic.ts';
import { type Expected, WRITE_CASES } from '../testing/write-cases.ts';
import { samplePatient } from './testing/sample-patient.ts';

describe('what a request comes to', () => {
  it('is labelled for enough of them', () => {
    expect(WRITE_CASES.length).toBeGreaterThanOrEqual(120);
    expect(new Set(WRITE_CASES.map(([text]) => text)).size).toBe(WRITE_CASES.length);
  });

  it.each(WRITE_CASES)('"%s"', async (message, expected) => {
    expect(await outcomeOf(message)).toEqual(expected);
  });
});

/** The writes proposed, without whose chart it is; else whether Galen asked back. */
async function outcomeOf(message: string): Promise<Expected> {
  const { proposed, path } = await askClinic({ message, patient: samplePatient() });
  if (proposed.length > 0)
    return proposed.map(({ args: { patient_id, ...args } }) => {
      expect(patient_id).toBe('p1');
      return args as Record<string, string>; // nothing but texts is read of a request
    });
  return path.includes('clarify:asked') ? 'asks' : 'nothing';
}
