import { describe, expect, it } from 'vitest';
import type { ChartParts } from '../chart.port.ts';
import { emptyChart } from '../testing/empty-chart.ts';
import { CALCULATORS } from './calculators.ts';
import { chartReader } from './read-charted.ts';
import type { SaidInputs } from './read-said.ts';
import { runCalculator } from './run-calculator.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

type Observation = ChartParts['observations'][number];
const measured = (
  code: string,
  value: number,
  unit: string,
  date: string,
  more: Partial<Observation> = {},
) => ({
  resourceType: 'Observation' as const,
  id: `o-${code}-${date}`,
  status: 'final' as const,
  code: { coding: [{ code }] },
  valueQuantity: { value, unit },
  effectiveDateTime: date,
  ...more,
});
const condition = (text: string, code = '', more: Partial<ChartParts['conditions'][number]> = {}) => ({
  resourceType: 'Condition' as const,
  id: `c-${text}`,
  subject: {},
  code: { text, coding: [{ code }] },
  ...more,
});

function run(
  id: string,
  parts: Partial<ChartParts> | null,
  said: SaidInputs = {},
  language: 'en' | 'vi' = 'en',
) {
  const calculator = CALCULATORS.get(id);
  if (calculator === undefined) throw new Error(`there is no calculator ${id}`);
  const patient = {
    resourceType: 'Patient' as const,
    id: 'p1',
    gender: 'female' as const,
    birthDate: '1958-01-30',
  };
  const charted = parts && chartReader({ ...emptyChart(), patient, ...parts }, NOW);
  return runCalculator(calculator, { said, charted, now: NOW, language });
}

describe('a calculation over a chart', () => {
  it('takes the newest value with its day, unit and place, and the age on that day', () => {
    const observations = [
      measured('2160-0', 1.2, 'mg/dL', '2026-02-01'),
      measured('14682-9', 150, 'umol/L', '2026-11-10'),
      measured('2160-0', 9, 'mg/dL', '2026-11-12', { status: 'entered-in-error' }),
    ];
    const { status, figures, inputs, chart_lines } = run('ckd-epi', { observations });
    expect([status, figures[0]?.value]).toEqual(['ok', 33]);
    expect(inputs.find(({ input }) => input === 'creatinine')).toEqual({
      input: 'creatinine',
      value: 150,
      text: '150 µmol/L',
      origin: 'chart',
      date: '2026-11-10',
      reference: 'Observation/o-14682-9-2026-11-10',
    });
    expect(chart_lines[0]).toContain('serum creatinine: 150 µmol/L (2026-11-10)');
  });

  it('says that a value is not recent, and asks for one of more than a year', () => {
    const old = run('ckd-epi', { observations: [measured('2160-0', 1.2, 'mg/dL', '2026-02-01')] });
    expect(old.lines.join('\n')).toContain('1.2 mg/dL (2026-02-01, not recent)');
    const older = run('ckd-epi', { observations: [measured('2160-0', 1.2, 'mg/dL', '2025-11-01')] });
    expect(older).toMatchObject({ status: 'missing', missing: ['creatinine'] });
    expect(older.lines[0]).toContain('the chart’s 1.2 mg/dL (2025-11-01) is too old');
    const undated = run('ckd-epi', { observations: [measured('2160-0', 1.2, 'mg/dL', '')] });
    expect(undated.status).toBe('missing');
  });

  it('asks for vital signs of another day where the state is acute, and reads the parts of a pressure', () => {
    const pressure = (date: string) => ({
      ...measured('85354-9', 0, '', date),
      component: [
        { code: { coding: [{ code: '8480-6' }] }, valueQuantity: { value: 95, unit: 'mmHg' } },
        { code: { coding: [{ code: '8462-4' }] }, valueQuantity: { value: 50, unit: 'mmHg' } },
      ],
    });
    expect(run('map', { observations: [pressure('2026-11-01')] }).figures[0]?.value).toBe(65);
    const said = { respiratory_rate: '24', confusion: 'no' };
    expect(run('qsofa', { observations: [pressure('2026-11-16')] }, said).missing).toEqual(['systolic']);
    expect(run('qsofa', { observations: [pressure('2026-11-18')] }, said).figures[0]?.value).toBe(2);
  });

  it('counts conditions by code and by words, past ones where they count, and none that was refuted', () => {
    const over = { clinicalStatus: { coding: [{ code: 'resolved' }] } };
    const untrue = { verificationStatus: { coding: [{ code: 'refuted' }] } };
    const conditions = [
      condition('Tăng huyết áp vô căn'),
      condition('Something', 'E11.9'),
      condition('Ischaemic stroke', 'I63.9', over),
      condition('Heart failure', 'I50.0', over),
      condition('Old myocardial infarction', 'I25.2', untrue),
    ];
    const { figures, lines } = run('cha2ds2-vasc', { conditions });
    // Age 68, woman, hypertension, diabetes, stroke.
    expect(figures[0]?.value).toBe(6);
    expect(lines.join('\n')).toContain(
      'Counted as absent, because nothing says otherwise: heart failure; earlier TIA or systemic embolism; vascular disease.',
    );
  });

  it('keeps apart what codes and scores keep apart', () => {
    const conditions = [
      condition('History of cerebral infarction', 'Z86.73'),
      condition('Factor V Leiden', 'D68.51'),
      condition('Transient global amnesia', 'G45.4'),
    ];
    const told = (id: string, said = {}) => run(id, { conditions }, said).inputs;
    const yes = (id: string, said = {}) =>
      told(id, said).flatMap((one) => (one.value === true ? one.input : []));
    expect(yes('wells-pe', { pulse: '80' })).toEqual([]);
    expect(yes('has-bled')).toEqual(['stroke']);
    expect(yes('cha2ds2-vasc')).toEqual(['stroke']);
    const tia = { conditions: [condition('Transient ischaemic attack', 'G45.9')] };
    expect(run('has-bled', tia).figures[0]?.value).toBe(1);
    expect(run('cha2ds2-vasc', tia).figures[0]?.value).toBe(4);
  });

  it('counts a drug by what is in it', () => {
    const medicationRequests: ChartParts['medicationRequests'] = [
      {
        resourceType: 'MedicationRequest',
        id: 'm',
        status: 'active',
        intent: 'order',
        subject: {},
        medicationCodeableConcept: { text: 'Plavix 75 mg' },
      },
    ];
    expect(run('has-bled', { medicationRequests }).figures[0]?.value).toBe(2);
  });

  it('lets what was said stand above the chart, and warns where it is somebody else', () => {
    const { figures, lines } = run('cha2ds2-vasc', {}, { age: '80', sex: 'male' });
    expect(figures[0]?.value).toBe(2);
    expect(lines.join('\n')).toContain('Beware, the open chart says otherwise: age: 68; sex: female.');
  });

  it('is refused for a child and in pregnancy, whoever says so', () => {
    const observations = [measured('2160-0', 0.6, 'mg/dL', '2026-11-10')];
    const pregnant = run('ckd-epi', { observations, conditions: [condition('Pregnancy')] });
    expect(pregnant).toMatchObject({ status: 'refused', figures: [] });
    expect(run('ckd-epi', null, { creatinine: '60 µmol/L', age: '12', sex: 'male' }).lines[0]).toContain(
      'from 18 years',
    );
    expect(run('news2', null, { pregnant: 'yes' }).status).toBe('refused');
  });
});

describe('a calculation without a chart', () => {
  it('asks for all that is missing at once, with units', () => {
    const { status, lines } = run('ckd-epi', null, { sex: 'female' });
    expect(status).toBe('missing');
    expect(lines[0]).toBe(
      'For eGFR by CKD-EPI 2021 (creatinine) I still need: serum creatinine (µmol/L, mg/dL); age (years, months).',
    );
  });

  it('counts nothing as absent before anything was said', () => {
    expect(run('wells-dvt', null).status).toBe('missing');
    expect(run('wells-dvt', {}).status).toBe('missing');
    expect(run('cha2ds2-vasc', {}).status).toBe('ok');
    expect(run('wells-dvt', null, { cancer: 'no' })).toMatchObject({ status: 'ok' });
    const vitals = { age: '30', pulse: '80', saturation: '98' };
    expect(run('perc', null, { ...vitals, surgery: 'no' })).toMatchObject({ status: 'missing' });
  });

  it('never passes over what was told and not understood', () => {
    const { status, lines } = run('kdigo', null, { egfr: '42', acr: '50' });
    expect(status).toBe('missing');
    expect(lines[0]).toContain('urine albumin/creatinine ratio (mg/g, mg/mmol; 50 in which unit?)');
  });

  it('asks for one of two where one will do', () => {
    expect(run('kdigo', null).lines[0]).toBe('For CKD stage by KDIGO I still need: eGFR (mL/min/1.73m2).');
    expect(run('kdigo', null, { creatinine: '100 µmol/L' }).missing).toEqual(['age', 'sex']);
    expect(run('dose-by-weight', null, { weight: '12 kg', dose_per_kg_day: '45 mg/kg/day' }).missing).toEqual(
      ['doses_per_day'],
    );
  });

  it('answers in the language of the asker', () => {
    const { lines } = run('cha2ds2-vasc', null, { age: '76', sex: 'male', stroke: 'yes' }, 'vi');
    expect(lines[0]).toBe('Thang điểm CHA₂DS₂-VASc: điểm 4.');
    expect(lines.join('\n')).toContain('Điểm: tuổi +2; từng bị đột quỵ +2.');
  });
});
