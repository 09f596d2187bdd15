import { ckdEpi2021 } from './estimate-gfr.ts';

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
