import type { ChartMeasurement } from '../domain/chart-summary.ts';
import { yearsAt } from './age-at.ts';
import { computeEgfr } from './compute-egfr.ts';

/** LOINC codes of serum creatinine, in mass and in moles. */
const CREATININE = ['2160-0', '14682-9'];
const EGFR_NAME = /\begfr\b|glomerular filtration/iu;

export type EgfrOutcome =
  | { kind: 'not-needed' }
  | { kind: 'computed'; measurement: ChartMeasurement }
  | { kind: 'not-possible'; reason: 'child' | 'pregnancy' | 'sex' | 'birth-date' | 'unit' };

/** The eGFR of the newest creatinine, where the chart has no eGFR of that day or later. */
export function egfrFor(options: {
  labs: readonly ChartMeasurement[];
  gender: string | null;
  birthDate: string | null;
  isPregnant: boolean;
}): EgfrOutcome {
  const { labs, gender, birthDate, isPregnant } = options;
  const creatinine = labs.find(
    ({ codes, number }) =>
      number !== null && codes.some((code) => CREATININE.includes(code.split('|')[1] ?? '')),
  );
  if (creatinine === undefined || creatinine.number === null || creatinine.at === null)
    return { kind: 'not-needed' };
  const day = creatinine.at.slice(0, 10);
  const isMeasured = labs.some(({ name, at }) => EGFR_NAME.test(name) && (at ?? '').slice(0, 10) >= day);
  if (isMeasured) return { kind: 'not-needed' };
  const ageYears = birthDate === null ? null : yearsAt(birthDate, day);
  if (ageYears === null) return { kind: 'not-possible', reason: 'birth-date' };
  if (ageYears < 18) return { kind: 'not-possible', reason: 'child' };
  if (isPregnant) return { kind: 'not-possible', reason: 'pregnancy' };
  if (gender !== 'female' && gender !== 'male') return { kind: 'not-possible', reason: 'sex' };
  const egfr = computeEgfr({ creatinine: creatinine.number, unit: creatinine.unit ?? '', ageYears, gender });
  if (egfr === null) return { kind: 'not-possible', reason: 'unit' };
  return {
    kind: 'computed',
    measurement: {
      id: null,
      name: 'eGFR (CKD-EPI 2021)',
      codes: ['http://loinc.org|98979-8'],
      value: String(egfr),
      number: egfr,
      unit: 'mL/min/1.73 m2',
      at: creatinine.at,
      flag: null,
      is_final: creatinine.is_final,
      computed: true,
      earlier: [],
      trend: null,
    },
  };
}
