import { byRules, figure, formula, score } from './calculator.ts';

/** Dry air at sea level, and the respiratory quotient of a mixed diet. */
const [AIR_MMHG, WATER_MMHG, QUOTIENT] = [760, 47, 0.8];

export const CLOTS_AND_LUNGS = [
  score({
    id: 'wells-dvt',
    items: [
      { cancer: 'yes:1' },
      { paralysis: 'yes:1' },
      { bedridden: 'yes:1' },
      { leg_tenderness: 'yes:1' },
      { entire_leg: 'yes:1' },
      { calf_swelling: 'yes:1' },
      { pitting: 'yes:1' },
      { collateral_veins: 'yes:1' },
      { prior_dvt: 'yes:1' },
      { other_diagnosis: 'yes:-2' },
    ],
    bands: '>=2:likely else:unlikely',
    source: 'Wells PS et al. N Engl J Med 2003;349:1227–35 (two levels)',
    fromAge: 18,
    notInPregnancy: true,
    bedside: true,
  }),
  score({
    id: 'wells-pe',
    items: [
      { dvt_signs: 'yes:3' },
      { pe_likeliest: 'yes:3' },
      { pulse: '>100:1.5' },
      { immobile: 'yes:1.5', surgery: 'yes:1.5' },
      { prior_vte: 'yes:1.5' },
      { hemoptysis: 'yes:1' },
      { cancer: 'yes:1' },
    ],
    bands: '>4:likely else:unlikely',
    source:
      'Wells PS et al. Thromb Haemost 2000;83:416–20; two levels: van Belle A et al. JAMA 2006;295:172–9',
    fromAge: 18,
    notInPregnancy: true,
    acute: true,
    bedside: true,
  }),
  score({
    id: 'perc',
    items: [
      { age: '>=50:1' },
      { pulse: '>=100:1' },
      { saturation: '<95:1' },
      { leg_swelling: 'yes:1' },
      { hemoptysis: 'yes:1' },
      { surgery: 'yes:1', trauma: 'yes:1' },
      { prior_vte: 'yes:1' },
      { estrogen: 'yes:1' },
    ],
    // It rules out: what nobody has said must not count as absent.
    asks: ['leg_swelling', 'hemoptysis', 'surgery', 'trauma', 'prior_vte', 'estrogen'],
    bands: '>=1:positive else:negative',
    source: 'Kline JA et al. J Thromb Haemost 2004;2:1247–55',
    fromAge: 18,
    notInPregnancy: true,
    acute: true,
  }),
  score({
    id: 'curb-65',
    items: [
      { confusion: 'yes:1' },
      { urea: '>7:1' },
      { respiratory_rate: '>=30:1' },
      { systolic: '<90:1', diastolic: '<=60:1' },
      { age: '>=65:1' },
    ],
    asks: ['confusion'],
    bands: '>=3:severe >=2:moderate else:low',
    source: 'Lim WS et al. Thorax 2003;58:377–82',
    fromAge: 18,
    acute: true,
  }),
  formula({
    id: 'aa-gradient',
    asks: ['pao2', 'paco2', 'fio2', 'age'],
    source:
      'Alveolar gas equation; expected value: bedside rule after Mellemgaard K, Acta Physiol Scand 1966;67:10–20',
    acute: true,
    compute({ pao2, paco2, fio2, age }) {
      const gradient = (fio2 / 100) * (AIR_MMHG - WATER_MMHG) - paco2 / QUOTIENT - pao2;
      const expected = age / 4 + 4;
      const figures = [figure('gradient', gradient, 'mmHg', 1), figure('expected', expected, 'mmHg', 1)];
      if (gradient < -5) return { refused: 'impossible' };
      // What is expected holds on room air.
      return {
        figures,
        bands: fio2 > 21 ? ['on_oxygen'] : [byRules(`>${expected}:raised else:normal`, gradient)],
      };
    },
  }),
];
