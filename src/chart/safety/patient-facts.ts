import { yearsAt } from '../age-at.ts';
import type { ChartParts, ChartResourceType } from '../chart.port.ts';
import { estimateGfr } from '../estimate-gfr.ts';
import { codesOf, isRefuted, isTrue, textOf } from './chart-entries.ts';
import { deniesAllergies, isNoAllergyCode } from './denies-allergies.ts';
import { pregnancyOf, type RecordedPregnancy } from './pregnancy-of.ts';
import { readWeight, type Weight } from './read-weight.ts';

interface Entry {
  text: string;
  reference: string;
}

/** What the checks need to know of a patient. Null and empty mean "not recorded", which is never "no". */
export interface PatientFacts extends Weight {
  age_years: number | null;
  sex: 'male' | 'female' | null;
  egfr: { value: number; date: string; reference: string; computed: boolean } | null;
  /** The condition or observation that says so; null where nothing does. */
  pregnancy: RecordedPregnancy | null;
  lactation: Entry | null;
  medication: Entry[];
  allergies: Entry[];
  /** The chart says outright that there are none. */
  says_no_allergies: boolean;
  /** Of these the chart holds more than was read. */
  incomplete: readonly ChartResourceType[];
}

const NURSING = /\b(?:breast-?feed|lactat|nursing mother)|(?<!\p{L})cho con bú(?!\p{L})/iu;
const NOT_NURSING_NOW = /\b(?:history|previous|past|after|planning|risk)\b|(?<!\p{L})tiền sử(?!\p{L})/iu;
/** What may be taken, as far as the chart knows. */
const CURRENT: readonly (string | undefined)[] = ['active', 'on-hold', 'unknown'];

export function patientFacts(parts: ChartParts, now: number): PatientFacts {
  const allergies = parts.allergies
    .filter((entry) => !isRefuted(entry) && !codesOf(entry.clinicalStatus).includes('resolved'))
    .map(({ id, code }) => ({
      entry: { text: textOf(code), reference: `AllergyIntolerance/${id}` },
      isDenial: codesOf(code).some(isNoAllergyCode) || deniesAllergies(textOf(code)),
    }));
  const { birthDate, gender } = parts.patient;
  const age_years = birthDate === undefined ? null : yearsAt(birthDate, new Date(now).toISOString());
  const sex = gender === 'male' || gender === 'female' ? gender : null;
  const pregnancy = pregnancyOf(parts, now);
  return {
    age_years,
    sex,
    ...readWeight(parts, now),
    egfr: estimateGfr(parts.observations, { age_years, sex, is_pregnant: pregnancy !== null }),
    pregnancy,
    lactation: lactationOf(parts),
    medication: parts.medicationRequests
      .filter(({ status }) => CURRENT.includes(status))
      .map(({ id, medicationCodeableConcept }) => ({
        text: textOf(medicationCodeableConcept),
        reference: `MedicationRequest/${id}`,
      })),
    allergies: allergies.filter(({ isDenial }) => !isDenial).map(({ entry }) => entry),
    says_no_allergies: allergies.some(({ isDenial }) => isDenial),
    incomplete: parts.incomplete,
  };
}

function lactationOf({ conditions }: ChartParts): Entry | null {
  return (
    conditions
      .filter(isTrue)
      .map(({ id, code }) => ({ text: textOf(code), reference: `Condition/${id}` }))
      .find(({ text }) => NURSING.test(text) && !NOT_NURSING_NOW.test(text)) ?? null
  );
}
