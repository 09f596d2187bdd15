export interface EgfrInput {
  creatinine: number;
  unit: string;
  /** On the day of the sample. */
  ageYears: number;
  gender: 'female' | 'male';
}

const UMOL_PER_MG = 88.4;
const ADULT = 18;

/** CKD-EPI 2021 in mL/min/1.73 m². Null where it does not hold: a child, or a unit that is not known. */
export function computeEgfr({ creatinine, unit, ageYears, gender }: EgfrInput): number | null {
  const mgPerDl = toMgPerDl(creatinine, unit);
  if (mgPerDl === null || !(mgPerDl > 0) || !(ageYears >= ADULT)) return null;
  return Math.round(ckdEpi2021(mgPerDl, ageYears, gender));
}

function toMgPerDl(value: number, unit: string): number | null {
  const plain = unit.toLowerCase().replace(/[µμ]/gu, 'u').replaceAll(' ', '');
  if (plain === 'mg/dl') return value;
  return plain === 'umol/l' ? value / UMOL_PER_MG : null;
}

/** Inker LA et al., New Creatinine- and Cystatin C–Based Equations to Estimate GFR without Race, N Engl J Med 2021. */
function ckdEpi2021(creatinineMgPerDl: number, ageYears: number, sex: 'male' | 'female'): number {
  const [kappa, alpha, factor] = sex === 'female' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1];
  const ratio = creatinineMgPerDl / kappa;
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** ageYears * factor;
}
