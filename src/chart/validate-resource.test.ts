import { describe, expect, it } from 'vitest';
import { validateResource } from './guard-chart.ts';
import {
  sampleAllergy,
  sampleCondition,
  sampleEncounter,
  sampleLab,
  sampleMedication,
  sampleNote,
  samplePatient,
} from './testing/sample-resources.ts';

const lab = { code: '2823-3', name: 'Potassium', value: 4.5, unit: 'mmol/L', at: '2026-01-01' };
const status = (system: string, code: string) => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }],
});

describe('a resource that may be stored', () => {
  it.each([
    samplePatient(),
    sampleEncounter('p'),
    sampleCondition('p'),
    sampleAllergy('p'),
    sampleMedication('p'),
    sampleLab('p', lab),
    sampleNote('p', 'Ổn.'),
  ])('is of the right form: $resourceType', (resource) => {
    expect(validateResource(resource)).toEqual({ success: true, resource });
  });
});

describe('a resource that may not be stored', () => {
  it.each([
    ['no object', 'Patient', /resourceType/u],
    ['of a type no chart holds', { resourceType: 'Claim' }, /resourceType/u],
    ['of a type that is only a word of JavaScript', { resourceType: 'constructor' }, /resourceType/u],
    [
      'without what the type needs',
      { resourceType: 'MedicationRequest', status: 'active' },
      /MedicationRequest\.subject/u,
    ],
    ['with a field of the wrong form', { ...sampleCondition('p'), code: 'I10' }, /Condition\.code/u],
    ['with a field FHIR does not know', { ...sampleCondition('p'), verdict: 'x' }, /verdict/u],
    [
      'against an invariant',
      { ...sampleLab('p', lab), dataAbsentReason: { text: 'unknown' } },
      /obs-6|dataAbsentReason/iu,
    ],
    ['with an impossible date', sampleMedication('p', { authoredOn: 'yesterday' }), /authoredOn/u],
    [
      'with text that cannot be stored',
      sampleCondition('p', { note: [{ text: 'a\u0000b' }] }),
      /characters/u,
    ],
    ['with half a sign', sampleCondition('p', { note: [{ text: 'a\ud83d' }] }), /characters/u],
    ['with an unknown status', { ...sampleMedication('p'), status: 'activ' }, /status: expected active/u],
    ['with an unknown intent', { ...sampleMedication('p'), intent: 'wish' }, /intent: expected proposal/u],
    [
      'with a clinical status that is none',
      sampleCondition('p', { clinicalStatus: status('condition-clinical', 'gone') }),
      /clinicalStatus/u,
    ],
    [
      'with the clinical status of another type',
      sampleAllergy('p', { clinicalStatus: status('condition-clinical', 'active') }),
      /clinicalStatus/u,
    ],
    [
      'with a clinical status in words only',
      sampleCondition('p', { clinicalStatus: { text: 'active' } }),
      /clinicalStatus/u,
    ],
    [
      'with an unknown severity',
      sampleAllergy('p', { reaction: [{ manifestation: [{ text: 'x' }], severity: 'awful' as 'mild' }] }),
      /reaction\.severity/u,
    ],
    [
      'with one unknown category of two',
      sampleAllergy('p', { category: ['food', 'pets' as 'food'] }),
      /category/u,
    ],
  ])('is one %s', (_, candidate, problem) => {
    const result = validateResource(candidate);
    expect(result.success).toBe(false);
    expect(result.success ? '' : result.problems.join('; ')).toMatch(problem);
  });

  it('is described without its contents', () => {
    const secret = 'Nguyễn Thị Sương';
    const result = validateResource({
      ...sampleMedication('p', { note: [{ text: secret }] }),
      status: secret,
    });
    expect(JSON.stringify(result.success ? '' : result.problems)).not.toContain('Sương');
  });
});
