import { describe, expect, it } from 'vitest';
import { INPUT_NAMES } from '../../../texts/calculator-inputs.ts';
import { readLexicon } from '../../language/read-lexicon.ts';
import { inputs as known } from './calculator-inputs.ts';
import { CALCULATORS } from './calculators.ts';
import { asksCalculation, findCalculators, interpret, readCalculation, readSaid } from './read-said.ts';

describe('the tables of names', () => {
  it('speak of inputs and calculators that there are, and of every one of them', () => {
    const inputs = readLexicon('language/calculator-inputs', ['input']).map(({ input }) => input);
    expect([...new Set(inputs)].sort()).toEqual(Object.keys(INPUT_NAMES).sort());
    expect([...known().keys()].sort()).toEqual(Object.keys(INPUT_NAMES).sort());
    const named = readLexicon('language/calculator-names', ['calculator']).map(
      ({ calculator }) => calculator,
    );
    const calculators = new Set([...CALCULATORS.keys(), 'asks', 'threshold', 'computes']);
    expect([...new Set(named)].sort()).toEqual([...calculators].sort());
  });
});

describe('what a message tells', () => {
  it.each([
    [
      'creat 150 µmol/L, 70 kg, 65yo male',
      { creatinine: '150 µmol/l', weight: '70 kg', age: '65 years', sex: 'male' },
    ],
    [
      'creatinin 1,8 mg/dL nữ 70 tuổi 55kg',
      { creatinine: '1,8 mg/dl', sex: 'female', age: '70 years', weight: '55 kg' },
    ],
    ['na 128 glucose 600 mg/dl', { sodium: '128', glucose: '600 mg/dl' }],
    [
      'rr 32, bp 85/50, sats 91% on air',
      { respiratory_rate: '32', systolic: '85 mmHg', diastolic: '50 mmHg', saturation: '91 %', oxygen: 'no' },
    ],
    [
      'huyết áp 120/80, mạch 90, nhịp thở 20',
      { systolic: '120 mmHg', diastolic: '80 mmHg', pulse: '90', respiratory_rate: '20' },
    ],
    ['E3V4M5', { eye: '3 /4', verbal: '4 /5', motor: '5 /6' }],
    ['BUN 40', { bun: '40' }],
    ['cao 1m65', { height: '165 cm' }],
    [
      'urine na 20, urine creatinine 60 mg/dl, na 140',
      { urine_sodium: '20', urine_creatinine: '60 mg/dl', sodium: '140' },
    ],
    [
      'amoxicillin 90 mg/kg/day bd, max 4 g/day',
      { dose_per_kg_day: '90 mg/kg/day', doses_per_day: '2', max_daily: '4 g/day' },
    ],
    ['LMP 3 Feb 2026', { lmp: '2026-02-03' }],
    ['kinh cuối ngày 13/2/2026', { lmp: '2026-02-13' }],
  ])('%s', (message, told) => {
    expect(readSaid(message)).toMatchObject(told);
  });

  it.each([
    ['htn, no diabetes, stroke 2019', { hypertension: 'yes', diabetes: 'no' }],
    ['no chf, htn or dm', { heart_failure: 'no', hypertension: 'no', diabetes: 'no' }],
    ['no chf but diabetic', { heart_failure: 'no', diabetes: 'yes' }],
    ['diabetes: no, stroke: yes', { diabetes: 'no', stroke: 'yes' }],
    ['không suy tim, có tăng huyết áp', { heart_failure: 'no', hypertension: 'yes' }],
    ['đang dùng aspirin', { bleeding_drug: 'yes' }],
    ['not confused', { confusion: 'no' }],
    ['pulmonary hypertension', { hypertension: undefined }],
    ['family history of stroke', { stroke: undefined }],
    ['previous TIA', { stroke: undefined, tia: 'yes' }],
    ['venous thromboembolism', { tia: undefined }],
    ['left calf swollen', { leg_swelling: 'yes', entire_leg: undefined }],
    ['sưng toàn bộ chân, tiền sử huyết khối', { entire_leg: 'yes', prior_dvt: 'yes' }],
    ['previous PE', { prior_vte: 'yes', prior_dvt: undefined }],
    ['thiếu máu cơ tim, không thiếu máu', { anemia: 'no' }],
  ])('yes or no: %s', (message, told) => {
    expect(readSaid(message)).toMatchObject(
      Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)),
    );
    for (const [id, value] of Object.entries(told)) expect(readSaid(message)[id as 'age']).toBe(value);
  });

  it('takes a year for no man, computing for no alertness, and two numbers for neither', () => {
    expect(readSaid('tăng huyết áp từ 5 năm')).not.toHaveProperty('sex');
    expect(readSaid('tính NEWS2')).not.toHaveProperty('consciousness');
    expect(readSaid('creatinine was 90, now creatinine 150').creatinine).toBe('90, 150');
    expect(interpret('creatinine', '90, 150').value).toBeNull();
    expect(readSaid('creat 150, creat 150 µmol/L').creatinine).toBe('150 µmol/l');
  });
});

describe('an input', () => {
  it.each([
    ['creatinine', '150', 150],
    ['creatinine', '1.8', 159.12],
    ['creatinine', '1,8 mg/dL', 159.12],
    ['glucose', '600', 33.30372],
    ['glucose', '10', 10],
    ['urea', '9', 9],
    ['bun', '28', 9.996],
    ['temperature', '98.6 °F', 37],
    ['fio2', '0.4', 40],
    ['height', '1.7', 170],
    ['albumin', '2.8', 28],
    ['egfr', '42 mL/min/{1.73_m2}', 42],
    ['pulse', '80 {beats}/min', 80],
    ['acr', '350 mg/g{creat}', 350],
    ['inr', '2.1 {INR}', 2.1],
  ] as const)('%s of %s is read as %d', (id, told, value) => {
    expect(interpret(id, told).value).toBeCloseTo(value, 4);
  });

  it.each([
    ['glucose', '40', 'which_unit'],
    ['bilirubin', '20', 'which_unit'],
    ['creatinine', '5000 µmol/L', 'out_of_range'],
    ['creatinine', '1.8 g/L', 'out_of_range'],
    ['sodium', '-140', 'out_of_range'],
    ['sex', 'unknown', 'out_of_range'],
    ['lmp', 'soon', 'out_of_range'],
  ] as const)('%s of %s is asked for: %s', (id, told, problem) => {
    expect(interpret(id, told)).toMatchObject({ value: null, problem });
  });
});

describe('a calculator', () => {
  it.each([
    ['egfr?', ['ckd-epi']],
    ['tính CHA2DS2-VASc', ['cha2ds2-vasc']],
    ["what's her corrected calcium", ['corrected-calcium']],
    ['corrected calcium 2.1, albumin 25', ['corrected-calcium']],
    ['curb65: confused, urea 9, rr 32, bp 85/50, 78yo', ['curb-65']],
    ['how many mg paracetamol for 12 kg child at 15 mg/kg', ['dose-by-weight']],
    ['EDD if LMP 3/2/2026', ['pregnancy-dates']],
    ['CHA2DS2-VASc and HAS-BLED', ['cha2ds2-vasc', 'has-bled']],
    ['Wells score for PE', ['wells-pe']],
    ['Wells DVT', ['wells-dvt']],
    ['map 85/50', ['map']],
    ['bmi 70 kg 170 cm', ['bmi']],
    ['egfr 65yo male creat 150', ['ckd-epi']],
    ['mức lọc cầu thận', ['ckd-epi']],
    ['meld na 131 bili 3 mg/dl', ['meld-3']],
  ])('is named in "%s"', (message, ids) => {
    expect(findCalculators(message)).toEqual(ids);
    expect(asksCalculation(message)).toBe(true);
  });

  it.each([
    'is metformin safe with eGFR 28?',
    'CHA2DS2-VASc of 4, which anticoagulant?',
    'GCS 15/15 after a fall',
    'BMI 32 and type 2 diabetes: semaglutide?',
    'treatment of GBS with immunoglobulin',
    'what does the evidence say about CHA2DS2-VASc in women with atrial fibrillation?',
    'how reliable is the Wells score in general practice',
  ])('is not asked for in "%s"', (message) => {
    expect(asksCalculation(message)).toBe(false);
  });

  it('is told only what it uses, in the words of the request', () => {
    expect(readCalculation('compute egfr creatinine 999', 'egfr: creat 150, 65yo male, 70 kg')).toEqual({
      calculators: ['ckd-epi'],
      inputs: { creatinine: '150', age: '65 years', sex: 'male' },
    });
  });
});
