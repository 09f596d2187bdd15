import { byRules, figure, formula, rounded, score } from './calculator.ts';

const UMOL_PER_MG_BILIRUBIN = 17.1;
const UMOL_PER_MG_CREATININE = 88.4;
const MG_PER_MMOL_GLUCOSE = 18.016;
const MG_PER_MMOL_CALCIUM = 4.008;
const NORMAL_ALBUMIN = 40;

export const LIVER_AND_SALTS = [
  formula({
    id: 'meld-3',
    asks: ['bilirubin', 'creatinine', 'inr', 'sodium', 'albumin', 'sex'],
    may: ['dialysis'],
    source:
      'Kim WR et al. Gastroenterology 2021;161:1887–95; bounds: OPTN policy 9, 2023; mortality: Wiesner R et al. Gastroenterology 2003;124:91–6',
    fromAge: 18,
    compute({ bilirubin, creatinine, inr, sodium, albumin, sex, dialysis }) {
      const bili = Math.log(Math.max(1, bilirubin / UMOL_PER_MG_BILIRUBIN));
      const cr = Math.log(dialysis ? 3 : within(creatinine / UMOL_PER_MG_CREATININE, 1, 3));
      const na = 137 - within(sodium, 125, 137);
      const alb = 3.5 - within(albumin / 10, 1.5, 3.5);
      const raw =
        (sex === 'female' ? 1.33 : 0) +
        4.56 * bili +
        0.82 * na -
        0.24 * na * bili +
        9.09 * Math.log(Math.max(1, inr)) +
        11.14 * cr +
        1.85 * alb -
        1.83 * alb * cr +
        6;
      const meld = within(rounded(raw, 0), 6, 40);
      const band = byRules('>=40:m40 >=30:m30 >=20:m20 >=10:m10 else:m6', meld);
      return { figures: [figure('score', meld, '')], bands: [band] };
    },
  }),
  score({
    id: 'child-pugh',
    items: [
      { bilirubin: '>51.3:3 >=34:2 else:1' },
      { albumin: '<28:3 <=35:2 else:1' },
      { inr: '>2.3:3 >=1.7:2 else:1' },
      { ascites: 'severe:3 mild:2 else:1' },
      { encephalopathy: 'severe:3 mild:2 else:1' },
    ],
    bands: '>=10:c >=7:b else:a',
    source: 'Pugh RNH et al. Br J Surg 1973;60:646–9 (INR in place of the prothrombin time)',
    fromAge: 18,
  }),
  formula({
    id: 'corrected-calcium',
    asks: ['calcium', 'albumin'],
    source: 'Br Med J 1977;1:598 (0.02); Payne RB et al. Br Med J 1973;4:643–6 (0.025)',
    compute({ calcium, albumin }) {
      const corrected = figure('corrected_calcium', calcium + 0.02 * (NORMAL_ALBUMIN - albumin), 'mmol/L', 2);
      const inMg = calcium * MG_PER_MMOL_CALCIUM + 0.08 * (NORMAL_ALBUMIN - albumin);
      return {
        figures: [corrected, figure('corrected_calcium', inMg, 'mg/dL', 1)],
        bands: [threeWays(Number(corrected.value), 2.2, 2.6)],
      };
    },
  }),
  formula({
    id: 'corrected-sodium',
    asks: ['sodium', 'glucose'],
    source: 'Katz MA, N Engl J Med 1973;289:843–4; Hillier TA et al. Am J Med 1999;106:399–403',
    compute({ sodium, glucose }) {
      const above = (glucose * MG_PER_MMOL_GLUCOSE - 100) / 100;
      if (above <= 0) return { refused: 'glucose_normal' };
      const katz = figure('katz', sodium + 1.6 * above, 'mmol/L', 1);
      const hillier = figure('hillier', sodium + 2.4 * above, 'mmol/L', 1);
      return { figures: [katz, hillier], bands: [threeWays(Number(katz.value), 135, 145)] };
    },
  }),
  formula({
    id: 'anion-gap',
    asks: ['sodium', 'chloride', 'bicarbonate'],
    may: ['albumin'],
    source:
      'Emmett M, Narins RG, Medicine 1977;56:38–54; albumin: Figge J et al. Crit Care Med 1998;26:1807–10',
    compute({ sodium, chloride, bicarbonate, albumin }) {
      const gap = sodium - chloride - bicarbonate;
      const plain = figure('anion_gap', gap, 'mmol/L', 1);
      const own =
        albumin === undefined
          ? plain
          : figure('anion_gap_albumin', gap + 0.25 * (NORMAL_ALBUMIN - albumin), 'mmol/L', 1);
      return {
        figures: own === plain ? [plain] : [plain, own],
        bands: [byRules('>12:high >=4:normal else:low', own.value), ...(own === plain ? ['no_albumin'] : [])],
      };
    },
  }),
  formula({
    id: 'osmolality',
    asks: ['sodium', 'glucose', 'urea'],
    may: ['osmolality_measured'],
    source: 'Worthley LI et al. Anaesth Intensive Care 1987;15:199–202',
    compute({ sodium, glucose, urea, osmolality_measured: measured }) {
      const calculated = 2 * sodium + glucose + urea;
      const figures = [figure('osmolality', calculated, 'mOsm/kg')];
      const bands = [threeWays(Number(figures[0]?.value), 275, 295)];
      if (measured === undefined) return { figures, bands };
      const gap = figure('osmolal_gap', measured - calculated, 'mOsm/kg', 1);
      return {
        figures: [...figures, gap],
        bands: [...bands, byRules('>10:gap_high else:gap_normal', gap.value)],
      };
    },
  }),
];

function threeWays(value: number, low: number, high: number): string {
  return value < low ? 'low' : value > high ? 'high' : 'normal';
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
