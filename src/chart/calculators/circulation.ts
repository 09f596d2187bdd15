import { byRules, figure, formula, score } from './calculator.ts';

const MG_PER_MMOL_CHOLESTEROL = 38.67;
const MG_PER_MMOL_TRIGLYCERIDES = 88.57;
const FRIEDEWALD_LIMIT_MG = 400;
/** Outside of it Bazett's correction over- and under-shoots. */
const BAZETT_PULSE = [60, 100] as const;

export const CIRCULATION = [
  score({
    id: 'cha2ds2-vasc',
    items: [
      { heart_failure: 'yes:1' },
      { hypertension: 'yes:1' },
      { age: '>=75:2 >=65:1' },
      { diabetes: 'yes:1' },
      { stroke: 'yes:2', tia: 'yes:2' },
      { vascular: 'yes:1' },
      { sex: 'female:1' },
    ],
    // Sex alone is no reason to treat.
    bands: (total, { sex }) => [
      byRules('>=2:treat >=1:consider else:none', total - (sex === 'female' ? 1 : 0)),
    ],
    source: 'Lip GYH et al. Chest 2010;137:263–72; bands: ESC 2020, Eur Heart J 2021;42:373–498',
    fromAge: 18,
  }),
  score({
    id: 'has-bled',
    items: [
      { high_pressure: 'yes:1', systolic: '>160:1' },
      { kidney_disease: 'yes:1', creatinine: '>=200:1' },
      { liver_disease: 'yes:1' },
      { stroke: 'yes:1' },
      { bleeding: 'yes:1', anemia: 'yes:1' },
      { labile_inr: 'yes:1' },
      { age: '>65:1' },
      { bleeding_drug: 'yes:1' },
      { alcohol: 'yes:1' },
    ],
    may: ['systolic', 'creatinine'],
    bands: '>=3:high >=2:moderate else:low',
    source: 'Pisters R et al. Chest 2010;138:1093–100',
    fromAge: 18,
  }),
  formula({
    id: 'map',
    asks: ['systolic', 'diastolic'],
    source:
      'Standard estimate at rest; target in septic shock: Surviving Sepsis Campaign 2021, Crit Care Med 2021;49:e1063–143',
    compute({ systolic, diastolic }) {
      if (diastolic >= systolic) return { refused: 'pressure_reversed' };
      const mean = figure('map', (systolic + 2 * diastolic) / 3, 'mmHg');
      return { figures: [mean], bands: [byRules('<65:low else:at_target', mean.value)] };
    },
  }),
  formula({
    id: 'qtc',
    asks: ['qt', 'pulse'],
    may: ['sex'],
    source:
      'Bazett HC, Heart 1920;7:353–70; Fridericia LS, Acta Med Scand 1920;53:469–86; limits: AHA/ACCF/HRS 2009',
    compute({ qt, pulse, sex }) {
      const beat = 60 / pulse;
      const figures = [
        figure('bazett', qt / Math.sqrt(beat), 'ms'),
        figure('fridericia', qt / Math.cbrt(beat), 'ms'),
      ];
      const [bazett, fridericia] = figures;
      const isFar = pulse < BAZETT_PULSE[0] || pulse > BAZETT_PULSE[1];
      const from450 = sex === undefined ? 'long_in_men' : sex === 'male' ? 'long' : 'not_long';
      const rules = `>500:very_long >=460:long >=450:${from450} else:not_long`;
      const band = byRules(rules, (isFar ? fridericia : bazett)?.value ?? 0);
      return { figures, bands: isFar ? [band, 'by_fridericia'] : [band] };
    },
  }),
  formula({
    id: 'ldl',
    asks: ['cholesterol', 'hdl', 'triglycerides'],
    source: 'Friedewald WT et al. Clin Chem 1972;18:499–502',
    compute({ cholesterol, hdl, triglycerides }) {
      const tg = triglycerides * MG_PER_MMOL_TRIGLYCERIDES;
      if (Math.round(tg) > FRIEDEWALD_LIMIT_MG) return { refused: 'triglycerides_high' };
      const ldl = (cholesterol - hdl) * MG_PER_MMOL_CHOLESTEROL - tg / 5;
      const figures = [
        figure('ldl', ldl / MG_PER_MMOL_CHOLESTEROL, 'mmol/L', 1),
        figure('ldl', ldl, 'mg/dL'),
      ];
      return Math.round(ldl) <= 0 ? { refused: 'impossible' } : { figures, bands: ['by_risk'] };
    },
  }),
];
