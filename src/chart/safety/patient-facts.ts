import { monthsAt, yearsAt } from '../age-at.ts';
import type { ChartParts, ChartResourceType } from '../chart.port.ts';
import { estimateGfr, type KidneyFunction, newestCreatinine } from '../estimate-gfr.ts';
import { type AllergyEntry, allergyEntries } from './allergy-entries.ts';
import { isTrue, textOf } from './chart-entries.ts';
import { type ConditionEntry, conditionEntries } from './condition-entries.ts';
import { type MedicationEntry, medicationEntries } from './medication-entries.ts';
import { pregnancyOf, type RecordedPregnancy } from './pregnancy-of.ts';
import { readWeight, type Weight } from './read-weight.ts';

/** What the checks need to know of a patient. Null and empty mean "not recorded", which is never "no". */
export interface PatientFacts extends Weight {
  age_years: number | null;
  sex: 'male' | 'female' | null;
  egfr: (KidneyFunction & { is_old: boolean }) | null;
  /** Where there is no eGFR: a creatinine that none can be had from. */
  creatinine: { text: string; reference: string } | null;
  /** The condition or observation that says so; null where nothing does. */
  pregnancy: RecordedPregnancy | null;
  lactation: { text: string; reference: string } | null;
  medication: MedicationEntry[];
  allergies: AllergyEntry[];
  /** The chart says outright that there are none. */
  says_no_allergies: boolean;
  conditions: ConditionEntry[];
  /** Of these the chart holds more than was read. */
  incomplete: readonly ChartResourceType[];
}

const NURSING = /\b(?:breast-?feed|lactat|nursing mother)|(?<!\p{L})cho con bú(?!\p{L})/iu;
const NOT_NURSING_NOW = /\b(?:history|previous|past|after|planning|risk)\b|(?<!\p{L})tiền sử(?!\p{L})/iu;
const OLD_KIDNEYS_MONTHS = 12;

export function patientFacts(parts: ChartParts, now: number): PatientFacts {
  const { birthDate, gender } = parts.patient;
  const today = new Date(now).toISOString();
  const age_years = birthDate === undefined ? null : yearsAt(birthDate, today);
  const sex = gender === 'male' || gender === 'female' ? gender : null;
  const pregnancy = pregnancyOf(parts, now);
  const kidneys = estimateGfr(parts.observations, { age_years, sex, is_pregnant: pregnancy !== null });
  return {
    age_years,
    sex,
    ...readWeight(parts, now),
    egfr: kidneys && { ...kidneys, is_old: isOld(kidneys.date, today) },
    creatinine: kidneys === null ? newestCreatinine(parts.observations) : null,
    pregnancy,
    lactation: lactationOf(parts),
    medication: medicationEntries(parts),
    ...allergyEntries(parts),
    conditions: conditionEntries(parts, today),
    incomplete: parts.incomplete,
  };
}

/** A year or more ago, or nobody knows when. */
function isOld(date: string, today: string): boolean {
  const months = monthsAt(date, today);
  return months === null || months >= OLD_KIDNEYS_MONTHS;
}

function lactationOf({ conditions }: ChartParts): PatientFacts['lactation'] {
  return (
    conditions
      .filter(isTrue)
      .map(({ id, code }) => ({ text: textOf(code), reference: `Condition/${id}` }))
      .find(({ text }) => NURSING.test(text) && !NOT_NURSING_NOW.test(text)) ?? null
  );
}
