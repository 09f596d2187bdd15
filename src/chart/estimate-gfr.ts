import type { Observation } from '@medplum/fhirtypes';
import { computeEgfr } from './compute-egfr.ts';

const EGFR_CODES = ['33914-3', '98979-8', '62238-1', '88293-6', '88294-4'];
const CREATININE_CODES = ['2160-0', '14682-9'];
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
  observations: readonly (Observation & { id: string })[],
  {
    age_years,
    sex,
    is_pregnant = false,
  }: { age_years: number | null; sex: 'male' | 'female' | null; is_pregnant?: boolean },
): KidneyFunction | null {
  const measured = newest(observations, EGFR_CODES);
  const creatinine = newest(observations, CREATININE_CODES);
  const isStale = measured && creatinine && creatinine.date.slice(0, 10) > measured.date.slice(0, 10);
  if (measured && !isStale) return { ...measured, computed: false };
  // The equation does not hold in pregnancy, and an older eGFR says nothing of the kidneys now.
  if (creatinine && is_pregnant) return null;
  if (creatinine && age_years !== null && age_years >= ADULT && sex !== null) {
    const { value, unit, date, reference } = creatinine;
    const egfr = computeEgfr({ creatinine: value, unit, ageYears: age_years, gender: sex });
    return egfr === null ? null : { value: egfr, date, reference, computed: true };
  }
  return measured ? { ...measured, computed: false } : null;
}

/** The newest creatinine, with its unit and day. */
export function newestCreatinine(
  observations: readonly (Observation & { id: string })[],
): { text: string; reference: string } | null {
  const found = newest(observations, CREATININE_CODES);
  if (found === undefined) return null;
  const { value, unit, date, reference } = found;
  return { text: `${value} ${unit} (${date.slice(0, 10)})`, reference };
}

function newest(observations: readonly (Observation & { id: string })[], codes: readonly string[]) {
  return observations
    .flatMap(({ id, status, code, effectiveDateTime, valueQuantity }) => {
      const isIt = code?.coding?.some((coding) => coding.code !== undefined && codes.includes(coding.code));
      const value = valueQuantity?.value;
      if (!isIt || value === undefined || status === 'entered-in-error') return [];
      return [
        {
          value,
          unit: valueQuantity?.unit ?? valueQuantity?.code ?? '',
          date: effectiveDateTime ?? '',
          reference: `Observation/${id}`,
        },
      ];
    })
    .sort((a, b) => b.date.localeCompare(a.date))[0];
}
