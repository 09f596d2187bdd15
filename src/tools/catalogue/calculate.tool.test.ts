import { describe, expect, it } from 'vitest';
import { createCalculators } from '../../chart/calculators/create-calculators.ts';
import { emptyChart } from '../../chart/testing/empty-chart.ts';
import { runTool } from '../define-tool.ts';
import { CLINICIAN, PATIENT, sampleCall } from '../testing/sample-call.ts';
import { sampleTools, speaksToModel } from '../testing/sample-tools.ts';

const clock = () => Date.parse('2026-11-18T12:00:00Z');
const observation = {
  resourceType: 'Observation' as const,
  id: 'o1',
  status: 'final' as const,
  code: { coding: [{ code: '2160-0' }] },
  valueQuantity: { value: 1.4, unit: 'mg/dL' },
  effectiveDateTime: '2026-11-01',
};
const patient = {
  resourceType: 'Patient' as const,
  id: 'p1',
  gender: 'male' as const,
  birthDate: '1960-05-05',
};
const calculators = createCalculators(
  {
    parts: async (_, id) => (id === 'p1' ? { ...emptyChart(), patient, observations: [observation] } : null),
  },
  clock,
);
const tool = sampleTools({ calculators, clock }).find(({ name }) => name === 'calculate');

async function calculate(input: unknown, principal = CLINICIAN) {
  if (tool === undefined) throw new Error('there is no such tool');
  return runTool(tool, input, sampleCall({ principal }), { speaksToModel, logProblem: () => {} });
}

describe('calculate', () => {
  it('gives the result first, and its inputs, text for text', async () => {
    const inputs = { creatinine: '150 µmol/L', age: 65, sex: 'male' };
    const { status, message, output, documents, passages } = await calculate({
      calculators: ['ckd-epi'],
      inputs,
    });
    expect([status, message.en]).toEqual([
      'ok',
      'eGFR by CKD-EPI 2021 (creatinine): eGFR 44 mL/min/1.73 m².',
    ]);
    expect(output).toMatchObject({ calculations: [{ figures: [{ name: 'egfr', value: 44 }] }] });
    for (const { document_id, start, end, text } of passages)
      expect(documents.find(({ id }) => id === document_id)?.text.slice(start, end)).toBe(text);
    expect(documents.map(({ source_type, scope }) => [source_type, scope])).toEqual([
      ['calculation', 'public'],
    ]);
  });

  it('cites the chart for what it takes from there', async () => {
    const { documents } = await calculate({ calculators: ['ckd-epi'], patient_id: 'p1' });
    const [calculation, chart] = documents;
    expect(calculation?.text).not.toContain('From the chart');
    expect(chart).toMatchObject({ source_type: 'chart', scope: 'private' });
    expect(chart?.text).toBe('From the chart: serum creatinine: 1.4 mg/dL (2026-11-01); age: 66; sex: male.');
  });

  it('asks for what is missing, and tells it beside what it could calculate', async () => {
    const missing = await calculate({ calculators: ['curb-65'], inputs: { confusion: true } });
    expect(missing).toMatchObject({ status: 'not-found', reason: 'inputs-missing', passages: [] });
    expect(missing.message.en).toMatch(
      /^For CURB-65 I still need: urea \(mmol\/L, mg\/dL\); respiratory rate/u,
    );
    const partly = await calculate({ calculators: ['ckd-epi', 'anion-gap'], patient_id: 'p1' });
    expect(partly.status).toBe('ok');
    expect(partly.unchecked?.en).toContain('For Anion gap I still need: sodium');
  });

  it('does not put the chart’s value in the place of one that it does not understand', async () => {
    const misnamed = { calculators: ['ckd-epi'], inputs: { cr: '400 µmol/L' }, patient_id: 'p1' };
    expect(await calculate(misnamed)).toMatchObject({ status: 'not-found', reason: 'unknown-input' });
    const impossible = { calculators: ['ckd-epi'], inputs: { creatinine: '9000 µmol/L' }, patient_id: 'p1' };
    expect(await calculate(impossible)).toMatchObject({ reason: 'inputs-missing' });
  });

  it('knows no other patient, no other calculator and nobody who may not see charts', async () => {
    expect(await calculate({ calculators: ['bmi'], patient_id: 'p2' })).toMatchObject({
      reason: 'no-patient',
    });
    expect(tool?.input.safeParse({ calculators: ['astrology'] }).success).toBe(false);
    expect((await calculate({ calculators: ['bmi'] }, PATIENT)).status).toBe('refused');
  });
});
