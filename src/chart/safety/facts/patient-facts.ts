import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import type { ChartParts, ChartResourceType } from '../../chart.port.ts';
import { monthsAt, yearsAt } from '../../chart-dates.ts';
import { estimateGfr, type KidneyFunction, newestCreatinine } from '../../egfr.ts';
import { deniesAllergies, type Graveness, gravenessOf, isNoAllergyCode } from './allergy-words.ts';
import { codesOf, isRefuted, isTrue, nameOf, newestMeasured, textOf } from './chart-entries.ts';
import { pregnancyOf, type RecordedPregnancy } from './pregnancy-facts.ts';

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

const cues = once(() => readPatterns('language/chart-cues', ['nursing', 'not_nursing_now']));
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
    ...readWeight(parts, today),
    egfr: kidneys && { ...kidneys, is_old: isOld(kidneys.date, today, OLD_KIDNEYS_MONTHS) },
    creatinine: kidneys === null ? newestCreatinine(parts.observations) : null,
    pregnancy,
    lactation: lactationOf(parts),
    medication: medicationEntries(parts),
    ...allergyEntries(parts),
    conditions: conditionEntries(parts, today),
    incomplete: parts.incomplete,
  };
}

/** So many months ago or more, or nobody knows when. */
function isOld(date: string, today: string, fromMonths: number): boolean {
  const months = monthsAt(date, today);
  return months === null || months >= fromMonths;
}

function lactationOf({ conditions }: ChartParts): PatientFacts['lactation'] {
  return (
    conditions
      .filter(isTrue)
      .map(({ id, code }) => ({ text: textOf(code), reference: `Condition/${id}` }))
      .find(({ text }) => {
        const folded = foldDiacritics(text.toLowerCase());
        return cues().nursing.test(folded) && !cues().not_nursing_now.test(folded);
      }) ?? null
  );
}

export interface ConditionEntry {
  text: string;
  reference: string;
  codes: readonly string[];
  is_past: boolean;
}

/**
 * What a newest value stands for, in the words that the table of conditions knows. Potassium by the UK Kidney Association,
 * 2023; sodium and platelets where they are low enough to change what is given.
 */
const LABS = [
  { loinc: ['2823-3', '6298-4'], isMet: (k: number) => k >= 5.5, means: 'hyperkalaemia' },
  { loinc: ['2823-3', '6298-4'], isMet: (k: number) => k < 3.5, means: 'hypokalaemia' },
  { loinc: ['2951-2', '2947-0'], isMet: (na: number) => na <= 130, means: 'hyponatraemia' },
  { loinc: ['777-3', '26515-7'], isMet: (platelets: number) => platelets < 100, means: 'thrombocytopenia' },
];
const LAB_UNITS = ['mmol/l', 'meq/l', '10*9/l', '10*3/ul', '10^9/l', '10^3/ul', 'g/l'];
const LAB_STANDS_MONTHS = 3;

function conditionEntries({ conditions, observations }: ChartParts, today: string): ConditionEntry[] {
  const recorded = conditions
    .filter((entry) => !isRefuted(entry))
    .map((entry) => ({
      text: nameOf(entry.code),
      reference: `Condition/${entry.id}`,
      codes: codesOf(entry.code).flatMap((code) => code ?? []),
      is_past: !isTrue(entry),
    }));
  return [...recorded, ...LABS.flatMap((rule) => measured(observations, rule, today))];
}

function measured(
  observations: ChartParts['observations'],
  { loinc, isMet, means }: (typeof LABS)[number],
  today: string,
): ConditionEntry[] {
  const newest = newestMeasured(observations, loinc);
  if (newest === undefined || !LAB_UNITS.includes(newest.unit.toLowerCase())) return [];
  const { name, value, unit, date, reference } = newest;
  if (!isMet(value) || isOld(date, today, LAB_STANDS_MONTHS)) return [];
  const text = `${name} ${value} ${unit} (${date.slice(0, 10)}): ${means}`;
  return [{ text, reference, codes: [], is_past: false }];
}

export interface MedicationEntry {
  text: string;
  reference: string;
  /** How it is taken, in the chart's words. */
  dosage?: string;
  /** The chart points at it and does not say what it is. */
  unnamed?: true;
}

/** What is over, or never was; any other status, and none at all, counts as taken. */
const NOT_TAKEN: readonly (string | undefined)[] = [
  'stopped',
  'completed',
  'cancelled',
  'draft',
  'entered-in-error',
  'not-taken',
  'intended',
];

type Taken = ChartParts['medicationRequests' | 'medicationStatements'][number];

/** The medication that counts as current: what was prescribed, and what is stated to be taken. */
function medicationEntries({ medicationRequests, medicationStatements }: ChartParts): MedicationEntry[] {
  return [...medicationRequests, ...medicationStatements]
    .filter(({ status }) => !NOT_TAKEN.includes(status))
    .map(named);
}

/** What an entry is of, and where it stands. */
export function named(entry: Taken): MedicationEntry {
  const { medicationCodeableConcept, medicationReference } = entry;
  const reference = `${entry.resourceType}/${entry.id}`;
  const text = nameOf(medicationCodeableConcept) || containedName(entry) || medicationReference?.display;
  const dosages = entry.resourceType === 'MedicationRequest' ? entry.dosageInstruction : entry.dosage;
  const dosage = (dosages ?? []).flatMap((one) => one.text ?? []).join('; ');
  if (text) return { text, reference, ...(dosage === '' ? {} : { dosage }) };
  return { text: medicationReference?.reference ?? '?', reference, unnamed: true };
}

function containedName({ medicationReference, contained = [] }: Taken): string {
  const id = /^#(.+)$/u.exec(medicationReference?.reference ?? '')?.[1];
  const inside = contained.find((resource) => id !== undefined && resource.id === id);
  return inside?.resourceType === 'Medication' ? nameOf(inside.code) : '';
}

export interface AllergyEntry {
  text: string;
  reference: string;
  reaction?: string;
  graveness?: Graveness;
}

/** The allergies that stand, and whether the chart says outright that there are none. */
function allergyEntries({ allergies }: Pick<ChartParts, 'allergies'>): {
  allergies: AllergyEntry[];
  says_no_allergies: boolean;
} {
  const standing = allergies
    .filter((entry) => !isRefuted(entry) && !codesOf(entry.clinicalStatus).includes('resolved'))
    .map((entry) => ({
      entry: entryOf(entry),
      isDenial: codesOf(entry.code).some(isNoAllergyCode) || deniesAllergies(textOf(entry.code)),
    }));
  return {
    allergies: standing.filter(({ isDenial }) => !isDenial).map(({ entry }) => entry),
    says_no_allergies: standing.some(({ isDenial }) => isDenial),
  };
}

function entryOf({ id, code, reaction = [], criticality }: ChartParts['allergies'][number]): AllergyEntry {
  const what = reaction.flatMap(({ manifestation = [], substance }) => [
    ...manifestation.map(nameOf),
    nameOf(substance),
  ]);
  const words = [...new Set(what)].filter((word) => word !== '');
  const told = reaction.map(({ description }) => description ?? '');
  const codes = reaction.flatMap(({ manifestation = [] }) => manifestation.flatMap(codesOf));
  const graveness = gravenessOf({
    text: [textOf(code), ...words, ...told].join('; '),
    codes,
    isSevere: criticality === 'high' || reaction.some(({ severity }) => severity === 'severe'),
  });
  return {
    text: nameOf(code),
    reference: `AllergyIntolerance/${id}`,
    ...(words.length === 0 ? {} : { reaction: words.join(', ') }),
    ...graveness,
  };
}

/** LOINC: body weight. */
const WEIGHT = '29463-7';
const KG_PER: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  lb: 0.45359237,
  lbs: 0.45359237,
  '[lb_av]': 0.45359237,
};
const OLD_WEIGHT_MONTHS = 6;

interface Weight {
  weight_kg: number | null;
  /** Too long ago to dose a child by, or nobody knows when. */
  weight_is_old: boolean;
}

/** The newest weight of a chart in kilograms; null where there is none or its unit is not known. */
function readWeight({ observations }: ChartParts, today: string): Weight {
  const newest = newestMeasured(observations, [WEIGHT]);
  const factor = KG_PER[(newest?.code || newest?.unit || '').toLowerCase().trim()];
  if (newest === undefined || factor === undefined || !(newest.value > 0))
    return { weight_kg: null, weight_is_old: false };
  return {
    weight_kg: Math.round(newest.value * factor * 1_000) / 1_000,
    weight_is_old: isOld(newest.date, today, OLD_WEIGHT_MONTHS),
  };
}
