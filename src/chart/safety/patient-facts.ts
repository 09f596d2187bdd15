import { yearsAt } from '../age-at.ts';
import type { ChartParts } from '../chart.port.ts';
import { estimateGfr } from '../estimate-gfr.ts';

interface Entry {
  text: string;
  reference: string;
}

/** What the checks need to know of a patient. Null and empty mean "not recorded", which is never "no". */
export interface PatientFacts {
  age_years: number | null;
  sex: 'male' | 'female' | null;
  weight_kg: number | null;
  egfr: { value: number; date: string; reference: string; computed: boolean } | null;
  /** The condition or observation that says so; null where nothing does. */
  pregnancy: Entry | null;
  lactation: Entry | null;
  medication: Entry[];
  allergies: Entry[];
  /** The chart says outright that there are none. */
  says_no_allergies: boolean;
}

const PREGNANT = /\bpregnan|(?<!\p{L})(?:mang thai|thai kỳ|có thai)(?!\p{L})/iu;
const NOT_NOW =
  /\b(?:history|previous|past|post-?partum|after|planning|risk)\b|(?<!\p{L})(?:tiền sử|sau sinh)(?!\p{L})/iu;
const NURSING = /\b(?:breast-?feed|lactat|nursing mother)|(?<!\p{L})cho con bú(?!\p{L})/iu;
export const NO_ALLERGIES = /\bno known (?:drug )?allerg|không (?:có|ghi nhận) dị ứng/iu;
const WEIGHT = '29463-7';
/** What may be taken, as far as the chart knows. */
const CURRENT: readonly (string | undefined)[] = ['active', 'on-hold', 'unknown'];

export function patientFacts(parts: ChartParts, now: number): PatientFacts {
  const conditions = parts.conditions
    .filter(
      ({ clinicalStatus }) => codeOf(clinicalStatus) !== 'resolved' && codeOf(clinicalStatus) !== 'inactive',
    )
    .map(({ id, code }) => ({ text: textOf(code), reference: `Condition/${id}` }));
  const allergies = parts.allergies
    .filter(({ clinicalStatus }) => codeOf(clinicalStatus) !== 'resolved')
    .map(({ id, code }) => ({ text: textOf(code), reference: `AllergyIntolerance/${id}` }));
  const current = (pattern: RegExp) =>
    conditions.find(({ text }) => pattern.test(text) && !NOT_NOW.test(text)) ?? null;
  const { birthDate, gender } = parts.patient;
  const age_years = birthDate === undefined ? null : yearsAt(birthDate, new Date(now).toISOString());
  const sex = gender === 'male' || gender === 'female' ? gender : null;
  return {
    age_years,
    sex,
    weight_kg: newestValue(parts, WEIGHT)?.value ?? null,
    egfr: estimateGfr(parts.observations, { age_years, sex }),
    pregnancy: current(PREGNANT),
    lactation: current(NURSING),
    medication: parts.medicationRequests
      .filter(({ status }) => CURRENT.includes(status))
      .map(({ id, medicationCodeableConcept }) => ({
        text: textOf(medicationCodeableConcept),
        reference: `MedicationRequest/${id}`,
      })),
    allergies: allergies.filter(({ text }) => !NO_ALLERGIES.test(text)),
    says_no_allergies: allergies.some(({ text }) => NO_ALLERGIES.test(text)),
  };
}

function newestValue({ observations }: ChartParts, loinc: string) {
  return observations
    .filter(({ code, valueQuantity }) => codings(code).includes(loinc) && valueQuantity?.value !== undefined)
    .map(({ effectiveDateTime = '', valueQuantity }) => ({
      date: effectiveDateTime,
      value: valueQuantity?.value ?? 0,
    }))
    .sort((a, b) => b.date.localeCompare(a.date))[0];
}

interface Concept {
  text?: string;
  coding?: { code?: string; display?: string }[];
}

function textOf(concept: Concept | undefined): string {
  return concept?.text ?? concept?.coding?.find(({ display }) => display)?.display ?? '';
}

function codeOf(concept: Concept | undefined): string | undefined {
  return concept?.coding?.[0]?.code;
}

function codings(concept: Concept | undefined): (string | undefined)[] {
  return concept?.coding?.map(({ code }) => code) ?? [];
}
