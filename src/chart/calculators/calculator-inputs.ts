/** A number of the body, a yes or no, one of a few words, or a day. */
export type Input =
  | {
      kind: 'number';
      /** The unit that formulas are written in, and what else is understood: times, or times and plus. */
      unit: string;
      units: Readonly<Record<string, readonly [factor: number, offset: number]>>;
      /** Meant where none is said and several would do. */
      usual: string | null;
      /** The units as people write them. */
      spelled: readonly string[];
      /** Outside of it a value is taken for a slip, and asked for again. */
      range: readonly [low: number, high: number];
      loinc: readonly string[];
      /** How long a value of the chart stands for today's. */
      group: 'vital' | 'lab' | 'body' | 'said';
      /** What it is another form of: urea nitrogen of urea. */
      as?: string;
    }
  | {
      kind: 'flag';
      /** How codes of ICD-10 begin that say so. */
      icd: readonly string[];
      /** `past`: what is over counts as well; `drug`: read from the medication; `said`: a chart cannot tell. */
      from: 'now' | 'past' | 'drug' | 'said';
    }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'date'; loinc: readonly string[] };

const number = (
  group: 'vital' | 'lab' | 'body' | 'said',
  units: string,
  range: readonly [number, number],
  loinc = '',
  as?: string,
) => {
  const known = units.split(' ').map((entry) => entry.replace('!', '').split('='));
  return {
    kind: 'number' as const,
    unit: known[0]?.[0] ?? '',
    spelled: known.map(([name = '']) => name).filter((name) => !/[[{]/u.test(name)),
    units: Object.fromEntries(
      known.map(([name = '', how = '1']) => {
        const [factor = 1, offset = 0] = how.split('+').map(Number);
        return [unitKey(name), [factor, offset] as const];
      }),
    ),
    usual: /(\S+?)!/u.exec(units)?.[1] ?? null,
    range,
    loinc: loinc.split(' '),
    group,
    ...(as === undefined ? {} : { as }),
  };
};
const flag = (from: 'now' | 'past' | 'drug' | 'said', icd = '') => ({
  kind: 'flag' as const,
  from,
  icd: icd.split(' ').filter((code) => code !== ''),
});
const choice = (options: string) => ({ kind: 'choice' as const, options: options.split(' ') });

/** All that a calculator can ask for. Units: SI first; factors by molar mass (creatinine 88.4, glucose 18.016, …). */
export const INPUTS = {
  age: number('said', 'years! months=0.0833333', [0, 120]),
  sex: choice('male female'),
  pregnant: flag('now'),
  weight: number(
    'body',
    'kg! lb=0.45359237 lbs=0.45359237 [lb_av]=0.45359237 g=0.001',
    [0.4, 400],
    '29463-7 3141-9',
  ),
  height: number('body', 'cm m=100 in=2.54 [in_i]=2.54', [30, 250], '8302-2 3137-7'),
  creatinine: number('lab', 'µmol/L mg/dL=88.4', [15, 2500], '2160-0 14682-9 38483-4'),
  urea: number('lab', 'mmol/L! mg/dL=0.1665', [0.3, 100], '22664-7 3091-6'),
  bun: number('lab', 'mmol/L mg/dL!=0.357', [0.3, 100], '3094-0 6299-2 14937-7', 'urea'),
  sodium: number('lab', 'mmol/L mEq/L=1', [90, 200], '2951-2 2947-0'),
  chloride: number('lab', 'mmol/L mEq/L=1', [50, 160], '2075-0 2069-3'),
  bicarbonate: number('lab', 'mmol/L mEq/L=1', [1, 60], '1963-8 2028-9 1959-6'),
  glucose: number('lab', 'mmol/L mg/dL=0.0555062', [0.8, 150], '2345-7 2339-0 14749-6 15074-8 41653-7'),
  albumin: number('lab', 'g/L g/dL=10', [8, 65], '1751-7 61151-7'),
  calcium: number('lab', 'mmol/L mg/dL=0.2495 mEq/L=0.5', [0.8, 5], '17861-6 2000-8'),
  bilirubin: number('lab', 'µmol/L mg/dL=17.1', [1, 1000], '1975-2 14631-6'),
  inr: number('lab', 'INR {INR}=1', [0.5, 20], '6301-6 34714-6'),
  hemoglobin: number('lab', 'g/L g/dL=10', [15, 250], '718-7 20509-6'),
  osmolality_measured: number('lab', 'mOsm/kg mOsm/L=1 mmol/kg=1', [200, 500], '2692-2'),
  cholesterol: number('lab', 'mmol/L mg/dL=0.0258598', [1, 30], '2093-3 14647-2'),
  hdl: number('lab', 'mmol/L mg/dL=0.0258598', [0.1, 5], '2085-9 14646-4'),
  triglycerides: number('lab', 'mmol/L mg/dL=0.0112905', [0.1, 60], '2571-8 14927-8'),
  urine_sodium: number('lab', 'mmol/L mEq/L=1', [1, 400], '2955-3'),
  urine_creatinine: number('lab', 'mmol/L mg/dL=0.0884 µmol/L=0.001', [0.2, 50], '2161-8 14683-7'),
  // KDIGO's own round equivalence, by which its categories meet in both units: 30 mg/g is 3 mg/mmol.
  acr: number('lab', 'mg/g mg/mmol=10', [0, 30_000], '9318-7 14959-1 32294-1'),
  egfr: number(
    'lab',
    'mL/min/1.73m2 mL/min/1.73=1 mL/min=1',
    [1, 200],
    '33914-3 98979-8 62238-1 88293-6 88294-4',
  ),
  pao2: number('lab', 'mmHg! kPa=7.50062', [15, 700], '2703-7'),
  paco2: number('lab', 'mmHg kPa=7.50062', [8, 200], '2019-8'),
  fio2: number('vital', '% fraction=100', [21, 100], '19994-3 3150-6'),
  respiratory_rate: number('vital', '/min breaths/minute=1 breaths/min=1', [2, 90], '9279-1'),
  saturation: number('vital', '%', [40, 100], '59408-5 2708-6'),
  systolic: number('vital', 'mmHg mm[Hg]=1', [40, 300], '8480-6'),
  diastolic: number('vital', 'mmHg mm[Hg]=1', [20, 200], '8462-4'),
  pulse: number('vital', '/min bpm=1 beats/minute=1 beats/min=1', [20, 300], '8867-4'),
  temperature: number(
    'vital',
    '°C C=1 Cel=1 °F=0.5555556+-17.7777778 F=0.5555556+-17.7777778 [degF]=0.5555556+-17.7777778',
    [25, 45],
    '8310-5',
  ),
  gcs: number('vital', '/15', [3, 15], '9269-2'),
  eye: number('vital', '/4', [1, 4], '9267-6'),
  verbal: number('vital', '/5', [1, 5], '9270-0'),
  motor: number('vital', '/6', [1, 6], '9268-4'),
  qt: number('vital', 'ms s=1000', [200, 800], '8634-8'),
  dose_per_kg: number('said', 'mg/kg! mcg/kg=0.001 g/kg=1000', [0.0001, 500]),
  dose_per_kg_day: number('said', 'mg/kg/day! mcg/kg/day=0.001 g/kg/day=1000', [0.0001, 2000]),
  doses_per_day: number('said', '/day', [1, 24]),
  max_dose: number('said', 'mg! mcg=0.001 g=1000', [0.001, 50_000]),
  max_daily: number('said', 'mg/day! mcg/day=0.001 g/day=1000', [0.001, 100_000]),
  lmp: { kind: 'date', loinc: ['8665-2'] },
  heart_failure: flag('now', 'I50 I11.0 I13.0 I13.2'),
  hypertension: flag('now', 'I10 I11 I12 I13 I15 O10'),
  diabetes: flag('now', 'E10 E11 E12 E13 E14'),
  stroke: flag('past', 'I63 I64 I69.3 I69.4 G45 Z86.73 I74'),
  vascular: flag('past', 'I21 I22 I25.2 I70 I73.9'),
  high_pressure: flag('said'),
  kidney_disease: flag('now', 'N18.5 N18.6 Z94.0 Z99.2'),
  liver_disease: flag('now', 'K70.3 K74 K72.1'),
  bleeding: flag('past', 'K92.0 K92.1 K92.2 K25.4 K26.4 K27.4 I60 I61 I62 D68'),
  labile_inr: flag('said'),
  bleeding_drug: flag('drug'),
  alcohol: flag('now', 'F10.2 K70'),
  cancer: flag('now', 'C0 C1 C2 C3 C4 C5 C6 C7 C8 C9'),
  paralysis: flag('now', 'G81 G82'),
  bedridden: flag('said'),
  leg_tenderness: flag('said'),
  leg_swelling: flag('said'),
  calf_swelling: flag('said'),
  pitting: flag('said'),
  collateral_veins: flag('said'),
  prior_vte: flag('past', 'I26 I80.1 I80.2 Z86.7 O88.2'),
  other_diagnosis: flag('said'),
  dvt_signs: flag('said'),
  pe_likeliest: flag('said'),
  immobile: flag('said'),
  surgery: flag('said'),
  trauma: flag('said'),
  hemoptysis: flag('said'),
  estrogen: flag('drug'),
  confusion: flag('said'),
  oxygen: flag('said'),
  hypercapnia: flag('said'),
  consciousness: choice('alert confused voice pain unresponsive'),
  melena: flag('said'),
  syncope: flag('said'),
  ascites: choice('none mild severe'),
  encephalopathy: choice('none mild severe'),
  dialysis: flag('now', 'Z99.2 N18.6'),
} satisfies Record<string, Input>;

export type InputId = keyof typeof INPUTS;
export type Value = number | boolean | string;
/** What each input is once it is known: days as ISO dates. */
export type Values = {
  [Id in InputId]: (typeof INPUTS)[Id]['kind'] extends 'number'
    ? number
    : (typeof INPUTS)[Id]['kind'] extends 'flag'
      ? boolean
      : string;
};

export function inputOf(id: InputId): Input {
  return INPUTS[id];
}

/** The inputs that stand for one: itself, and others that are turned into it. */
export function formsOf(id: InputId): InputId[] {
  // A cast, because the keys of the table are its ids.
  const ids = Object.keys(INPUTS) as InputId[];
  return ids.filter((other) => {
    const input = inputOf(other);
    return other === id || (input.kind === 'number' && input.as === id);
  });
}

/** As units are compared: in one case, with one micro sign, without blanks, dots and UCUM's remarks in braces. */
export function unitKey(unit: string): string {
  return unit
    .toLowerCase()
    .replace(/[µμ]/gu, 'u')
    .replace(/\{[^}]*\}|[\s.]/gu, '')
    .replace(/\/$/u, '')
    .replaceAll('litre', 'l')
    .replaceAll('liter', 'l')
    .replace(/g%$/u, 'g/dl');
}

/** A value in the unit of the formulas; null for a unit that is not known of this input. */
export function inBaseUnit(id: InputId, value: number, unit: string): number | null {
  const input = inputOf(id);
  if (input.kind !== 'number') return null;
  const how = input.units[unitKey(unit)];
  // So that 3 mg/dL times 17.1 is 51.3, and no hair above it.
  return how === undefined ? null : Number((value * how[0] + how[1]).toPrecision(10));
}

export function isInRange(id: InputId, value: number): boolean {
  const input = inputOf(id);
  return input.kind === 'number' && value >= input.range[0] && value <= input.range[1];
}
