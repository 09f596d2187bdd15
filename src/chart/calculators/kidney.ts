import { byRules, figure, formula, rounded } from './calculator.ts';

const UMOL_PER_MG = 88.4;
const G_BANDS = '>=90:g1 >=60:g2 >=45:g3a >=30:g3b >=15:g4 else:g5';

/** CKD-EPI 2021, creatinine alone, in mL/min/1.73 m². */
export function ckdEpi2021(creatinineUmol: number, age: number, sex: string): number {
  const [kappa, alpha, factor] = sex === 'female' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1];
  const ratio = creatinineUmol / UMOL_PER_MG / kappa;
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * factor;
}

export const KIDNEY = [
  formula({
    id: 'ckd-epi',
    asks: ['creatinine', 'age', 'sex'],
    source: 'Inker LA et al. N Engl J Med 2021;385:1737–49 (CKD-EPI 2021); categories: KDIGO 2024',
    fromAge: 18,
    notInPregnancy: true,
    compute({ creatinine, age, sex }) {
      const egfr = Math.round(ckdEpi2021(creatinine, age, sex));
      return { figures: [figure('egfr', egfr, 'mL/min/1.73 m²')], bands: [byRules(G_BANDS, egfr)] };
    },
  }),
  formula({
    id: 'cockcroft-gault',
    asks: ['creatinine', 'age', 'sex', 'weight'],
    source: 'Cockcroft DW, Gault MH, Nephron 1976;16:31–41',
    fromAge: 18,
    notInPregnancy: true,
    compute({ creatinine, age, sex, weight }) {
      const clearance = ((140 - age) * weight) / (72 * (creatinine / UMOL_PER_MG));
      const own = sex === 'female' ? clearance * 0.85 : clearance;
      return { figures: [figure('clearance', own, 'mL/min')], bands: ['actual_weight'] };
    },
  }),
  formula({
    id: 'kdigo',
    asks: ['egfr', 'creatinine', 'age', 'sex'],
    may: ['acr'],
    unless: { creatinine: 'egfr', age: 'egfr', sex: 'egfr', egfr: 'creatinine' },
    source: 'KDIGO 2024 CKD guideline, Kidney Int 2024;105(4S):S117–S314',
    fromAge: 18,
    notInPregnancy: true,
    compute({ egfr, creatinine, age, sex, acr }) {
      const gfr = Math.round(egfr ?? ckdEpi2021(creatinine, age, sex));
      const g = byRules(G_BANDS, gfr);
      const figures = [
        figure(
          'stage',
          g.toUpperCase().replace(/[AB]$/u, (x) => x.toLowerCase()),
          '',
        ),
      ];
      if (acr === undefined)
        return { figures: [...figures, figure('egfr', gfr, 'mL/min/1.73 m²')], bands: [g, 'no_acr'] };
      const a = acr > 300 ? 2 : acr >= 30 ? 1 : 0;
      const risk = RISK[g]?.[a] ?? 'very_high';
      return {
        figures: [
          figure('stage', `${figures[0]?.value} A${a + 1}`, ''),
          figure('egfr', gfr, 'mL/min/1.73 m²'),
        ],
        bands: [g, risk],
      };
    },
  }),
  formula({
    id: 'fena',
    asks: ['sodium', 'creatinine', 'urine_sodium', 'urine_creatinine'],
    source: 'Espinel CH, JAMA 1976;236:579–81; Miller TR et al. Ann Intern Med 1978;89:47–50',
    acute: true,
    compute({ sodium, creatinine, urine_sodium, urine_creatinine }) {
      const fena = (100 * urine_sodium * creatinine) / (sodium * urine_creatinine * 1000);
      return {
        figures: [figure('fena', fena, '%', 2)],
        bands: [byRules('>2:intrinsic >=1:between else:prerenal', rounded(fena, 2))],
      };
    },
  }),
];

/** The heat map of KDIGO: risk by A1, A2, A3. */
const RISK: Readonly<Record<string, readonly string[]>> = {
  g1: ['low', 'moderate', 'high'],
  g2: ['low', 'moderate', 'high'],
  g3a: ['moderate', 'high', 'very_high'],
  g3b: ['high', 'very_high', 'very_high'],
};
