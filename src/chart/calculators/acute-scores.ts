import { byRules, figure, formula, score } from './calculator.ts';

/** Oxygen saturation of NEWS2: scale 2 is for hypercapnic respiratory failure with a target of 88–92 %. */
const SCALE_1 = '>=96:0 >=94:1 >=92:2 else:3';
const SCALE_2_ON_OXYGEN = '>=97:3 >=95:2 >=93:1 >=88:0 >=86:1 >=84:2 else:3';
const SCALE_2_ON_AIR = '>=88:0 >=86:1 >=84:2 else:3';

export const ACUTE_SCORES = [
  score({
    id: 'news2',
    items: [
      { respiratory_rate: '>=25:3 >=21:2 >=12:0 >=9:1 else:3' },
      {
        saturation: ({ hypercapnia, oxygen }) =>
          hypercapnia ? (oxygen ? SCALE_2_ON_OXYGEN : SCALE_2_ON_AIR) : SCALE_1,
      },
      { oxygen: 'yes:2' },
      { systolic: '>=220:3 >=111:0 >=101:1 >=91:2 else:3' },
      { pulse: '>=131:3 >=111:2 >=91:1 >=51:0 >=41:1 else:3' },
      { consciousness: 'alert:0 else:3' },
      { temperature: '>=39.1:2 >=38.1:1 >=36.1:0 >=35.1:1 else:3' },
    ],
    asks: ['oxygen'],
    may: ['hypercapnia'],
    bands: (total, { hypercapnia }, points) => [
      total >= 5
        ? byRules('>=7:high else:medium', total)
        : points.includes(3)
          ? 'single_three'
          : byRules('>=1:low else:zero', total),
      hypercapnia ? 'scale_2' : 'scale_1',
    ],
    source: 'Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017',
    fromAge: 16,
    notInPregnancy: true,
    acute: true,
  }),
  score({
    id: 'qsofa',
    items: [{ respiratory_rate: '>=22:1' }, { confusion: 'yes:1', gcs: '<15:1' }, { systolic: '<=100:1' }],
    asks: ['confusion'],
    may: ['gcs'],
    unless: { confusion: 'gcs' },
    bands: '>=2:high else:low',
    source: 'Singer M et al. (Sepsis-3) JAMA 2016;315:801–10',
    fromAge: 18,
    acute: true,
  }),
  formula({
    id: 'gcs',
    asks: ['eye', 'verbal', 'motor'],
    source: 'Teasdale G, Jennett B, Lancet 1974;2:81–4; Teasdale G et al. Lancet Neurol 2014;13:844–54',
    acute: true,
    compute({ eye, verbal, motor }) {
      const total = eye + verbal + motor;
      return {
        figures: [figure('score', total, '/15')],
        bands: [byRules('<=8:severe <=12:moderate else:mild', total)],
      };
    },
  }),
  score({
    id: 'glasgow-blatchford',
    items: [
      { urea: '>=25:6 >=10:4 >=8:3 >=6.5:2' },
      {
        hemoglobin: ({ sex }) => (sex === 'female' ? '<100:6 <120:1' : '<100:6 <120:3 <130:1'),
      },
      { systolic: '<90:3 <100:2 <110:1' },
      { pulse: '>=100:1' },
      { melena: 'yes:1' },
      { syncope: 'yes:2' },
      { liver_disease: 'yes:2' },
      { heart_failure: 'yes:2' },
    ],
    asks: ['sex'],
    bands: '>=2:treat else:low',
    source: 'Blatchford O et al. Lancet 2000;356:1318–21; low risk 0–1: ESGE 2021, Endoscopy 2021;53:300–32',
    fromAge: 16,
    acute: true,
  }),
];
