import type { Observation } from '@medplum/fhirtypes';

const EGFR_CODES = ['33914-3', '98979-8', '62238-1', '88293-6', '88294-4'];
const CREATININE_CODES = ['2160-0', '14682-9'];
const MICROMOLES_A_MG = 88.4;
const ADULT_YEARS = 18;

export interface KidneyFunction {
  /** mL/min/1.73 m² */
  value: number;
  date: string;
  reference: string;
  /** From creatinine, because the chart holds no eGFR as new. */
  computed: boolean;
}

/** The newest eGFR of a chart; where creatinine is newer, or all there is, by CKD-EPI 2021. Null when neither helps. */
export function estimateGfr(
  observations: readonly (Observation & { id: string })[],
  { age_years, sex }: { age_years: number | null; sex: 'male' | 'female' | null },
): KidneyFunction | null {
  const measured = newest(observations, EGFR_CODES);
  const creatinine = newest(observations, CREATININE_CODES);
  const isStale = measured && creatinine && creatinine.date.slice(0, 10) > measured.date.slice(0, 10);
  if (measured && !isStale) return { ...measured, computed: false };
  if (creatinine && age_years !== null && age_years >= ADULT_YEARS && sex !== null) {
    const { value, unit, date, reference } = creatinine;
    const mgPerDl = /mol/iu.test(unit) ? value / MICROMOLES_A_MG : value;
    return { value: Math.round(ckdEpi2021(mgPerDl, age_years, sex)), date, reference, computed: true };
  }
  return measured ? { ...measured, computed: false } : null;
}

/** Inker LA et al., New Creatinine- and Cystatin C–Based Equations to Estimate GFR without Race, N Engl J Med 2021. */
export function ckdEpi2021(creatinineMgPerDl: number, ageYears: number, sex: 'male' | 'female'): number {
  const [kappa, alpha, factor] = sex === 'female' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1];
  const ratio = creatinineMgPerDl / kappa;
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** ageYears * factor;
}

function newest(observations: readonly (Observation & { id: string })[], codes: readonly string[]) {
  return observations
    .flatMap(({ id, status, code, effectiveDateTime, valueQuantity }) => {
      const isIt = code.coding?.some((coding) => coding.code !== undefined && codes.includes(coding.code));
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
