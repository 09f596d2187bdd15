import type { ChartMeasurement } from '../domain/chart-summary.ts';
import { inBaseUnit, inputOf } from './calculators/calculator-inputs.ts';
import { ckdEpi2021 } from './calculators/kidney.ts';
import type { ChartParts } from './chart.port.ts';
import { yearsAt } from './chart-dates.ts';
import { newestMeasured } from './safety/facts/chart-entries.ts';

const EGFR_CODES = inputOf('egfr').codes;
const CREATININE_CODES = inputOf('creatinine').codes;
const ADULT = 18;

export interface KidneyFunction {
  /** mL/min/1.73 m² */
  value: number;
  date: string;
  reference: string;
  /** From creatinine, because the chart holds no eGFR as new. */
  computed: boolean;
}

/** The newest eGFR of a chart; where creatinine is newer, or all there is, by CKD-EPI 2021. Null when neither helps, or the newer one cannot be used. */
export function estimateGfr(
  observations: ChartParts['observations'],
  about: { age_years: number | null; sex: 'male' | 'female' | null; is_pregnant?: boolean },
): KidneyFunction | null {
  const { age_years, sex, is_pregnant = false } = about;
  const measured = newestMeasured(observations, EGFR_CODES);
  const creatinine = newestMeasured(observations, CREATININE_CODES);
  const isStale = measured && creatinine && creatinine.date.slice(0, 10) > measured.date.slice(0, 10);
  const asMeasured = measured && { ...measured, computed: false };
  if (asMeasured && !isStale) return asMeasured;
  // The equation does not hold in pregnancy, and an older eGFR says nothing of the kidneys now.
  if (creatinine && is_pregnant) return null;
  if (creatinine && age_years !== null && age_years >= ADULT && sex !== null) {
    const { value, unit, date, reference } = creatinine;
    const egfr = computeEgfr({ creatinine: value, unit, ageYears: age_years, gender: sex });
    return egfr === null ? null : { value: egfr, date, reference, computed: true };
  }
  return asMeasured ?? null;
}

export function newestCreatinine(
  observations: ChartParts['observations'],
): { text: string; reference: string } | null {
  const found = newestMeasured(observations, CREATININE_CODES);
  if (found === undefined) return null;
  const { value, unit, date, reference } = found;
  return { text: `${value} ${unit} (${date.slice(0, 10)})`, reference };
}

const EGFR_NAME = /\begfr\b|glomerular filtration/iu;

type EgfrOutcome =
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
      number !== null && codes.some((code) => CREATININE_CODES.includes(code.split('|')[1] ?? '')),
  );
  if (creatinine === undefined || creatinine.number === null || creatinine.at === null)
    return { kind: 'not-needed' };
  const day = creatinine.at.slice(0, 10);
  const isMeasured = labs.some(({ name, at }) => EGFR_NAME.test(name) && (at ?? '').slice(0, 10) >= day);
  if (isMeasured) return { kind: 'not-needed' };
  const ageYears = birthDate === null ? null : yearsAt(birthDate, day);
  if (ageYears === null) return { kind: 'not-possible', reason: 'birth-date' };
  if (ageYears < ADULT) return { kind: 'not-possible', reason: 'child' };
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
      range: null,
      is_final: creatinine.is_final,
      computed: true,
      earlier: [],
      trend: null,
    },
  };
}

interface EgfrInput {
  creatinine: number;
  unit: string;
  /** On the day of the sample. */
  ageYears: number;
  gender: 'female' | 'male';
}

/** CKD-EPI 2021 in mL/min/1.73 m². Null where it does not hold: a child, or a unit that is not known. */
export function computeEgfr({ creatinine, unit, ageYears, gender }: EgfrInput): number | null {
  const umol = inBaseUnit('creatinine', creatinine, unit);
  if (umol === null || !(umol > 0) || !(ageYears >= ADULT)) return null;
  return Math.round(ckdEpi2021(umol, ageYears, gender));
}
