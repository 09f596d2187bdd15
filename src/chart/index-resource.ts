import type { CodeableConcept, HumanName, Identifier, Reference } from '@medplum/fhirtypes';
import { foldDiacritics } from '../language/fold-diacritics.ts';
import type {
  ChartParts,
  ChartResource,
  ChartResources,
  ChartResourceType,
  OrderChange,
  Stored,
} from './chart.port.ts';
import { type DateRange, dateRange } from './chart-dates.ts';

/** What a resource is found by, as the embedded chart stores it beside the resource. */
export function indexResource(resource: ChartResource) {
  const dates = datesOf(resource);
  return {
    patient_id: patientOf(resource),
    names: resource.resourceType === 'Patient' ? nameWords(resource.name ?? []) : null,
    birth_date: resource.resourceType === 'Patient' ? (resource.birthDate ?? null) : null,
    status: statusOf(resource),
    identifiers: (resource.identifier ?? []).flatMap(({ system, value }: Identifier) =>
      tokens(system, value),
    ),
    codes: (codeOf(resource)?.coding ?? []).flatMap(({ system, code }) => tokens(system, code)),
    dated_from: dates?.from ?? null,
    dated_to: dates?.to ?? null,
  };
}

export function patientOf(resource: ChartResource): string | null {
  if (resource.resourceType === 'Patient') return resource.id ?? null;
  const about: Reference | undefined =
    resource.resourceType === 'AllergyIntolerance' ? resource.patient : resource.subject;
  return /^Patient\/([A-Za-z0-9.-]{1,64})$/u.exec(about?.reference ?? '')?.[1] ?? null;
}

/** Words as names are compared: without marks, in small letters. */
export function foldedWords(text: string): string[] {
  return foldDiacritics(text)
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== '');
}

/** A record number however it is typed: in either case, its letters and figures apart, joined or with a hyphen. */
export function identifierForms(typed: string): string {
  const [, system = '', value = ''] = /^(.*\|)?(.*)$/u.exec(typed.trim()) ?? [];
  const [, letters, figures] = /^(\p{L}{1,8})[\s-]*(\d{2,12})$/u.exec(value) ?? [];
  const written =
    letters === undefined ? [value] : ['-', '', ' '].map((mark) => `${letters}${mark}${figures}`);
  const forms = [value, ...written.flatMap((form) => [form, form.toUpperCase(), form.toLowerCase()])];
  return [...new Set(forms)].map((form) => `${system}${form}`).join(',');
}

/** Each word of each name, folded, with a space before it. */
export function nameWords(names: readonly HumanName[]): string {
  const words = names.flatMap(({ text, family, given, prefix, suffix }) =>
    [text, family, ...(given ?? []), ...(prefix ?? []), ...(suffix ?? [])].flatMap((part) =>
      foldedWords(part ?? ''),
    ),
  );
  return [...new Set(words)].map((word) => ` ${word}`).join('');
}

/** `system|value` and `value`. */
function tokens(system: string | undefined, value: string | undefined): string[] {
  if (value === undefined) return [];
  return system === undefined ? [value] : [`${system}|${value}`, value];
}

/** The concept that the type's `code` (or a document's `type`) parameter searches. */
function codeOf(resource: ChartResource): CodeableConcept | undefined {
  switch (resource.resourceType) {
    case 'Condition':
    case 'AllergyIntolerance':
    case 'Observation':
      return resource.code;
    case 'MedicationRequest':
    case 'MedicationStatement':
      return resource.medicationCodeableConcept;
    case 'DocumentReference':
      return resource.type;
    default:
      return undefined;
  }
}

function statusOf(resource: ChartResource): string | null {
  switch (resource.resourceType) {
    case 'Patient':
      return null;
    case 'Condition':
    case 'AllergyIntolerance':
      return resource.clinicalStatus?.coding?.[0]?.code ?? null;
    default:
      return resource.status ?? null;
  }
}

function datesOf(resource: ChartResource): DateRange | null {
  switch (resource.resourceType) {
    case 'Patient':
      return null;
    case 'Encounter':
      return spanOf(resource.period);
    case 'Condition':
    case 'AllergyIntolerance':
      return rangeOf(resource.recordedDate);
    case 'MedicationRequest':
      return rangeOf(resource.authoredOn);
    case 'MedicationStatement':
      return rangeOf(resource.effectiveDateTime) ?? spanOf(resource.effectivePeriod);
    case 'Observation':
      return (
        rangeOf(resource.effectiveDateTime ?? resource.effectiveInstant) ?? spanOf(resource.effectivePeriod)
      );
    case 'DocumentReference':
      return rangeOf(resource.date);
  }
}

function rangeOf(text: string | undefined): DateRange | null {
  return text === undefined ? null : dateRange(text);
}

/** A period without an end goes on. */
function spanOf(period: { start?: string; end?: string } | undefined): DateRange | null {
  const start = rangeOf(period?.start);
  const end = rangeOf(period?.end);
  if (start === null && end === null) return null;
  return { from: start?.from ?? '-infinity', to: end?.to ?? 'infinity' };
}

/** A patient's resources by what they are; null without the patient. */
export function groupParts(
  resources: readonly Stored<ChartResource>[],
  incomplete: readonly ChartResourceType[],
): ChartParts | null {
  const patient = of('Patient')[0];
  if (patient === undefined) return null;
  return {
    patient,
    encounters: of('Encounter'),
    conditions: of('Condition'),
    allergies: of('AllergyIntolerance'),
    medicationRequests: of('MedicationRequest'),
    medicationStatements: of('MedicationStatement'),
    observations: of('Observation'),
    notes: of('DocumentReference'),
    incomplete: [...incomplete],
  };

  function of<Type extends ChartResourceType>(type: Type): Stored<ChartResources[Type]>[] {
    // A cast, because `resourceType` says what a resource is.
    return resources.filter(({ resourceType }) => resourceType === type) as Stored<ChartResources[Type]>[];
  }
}

/** Under this system a resource carries the id of the proposal that it was written for. */
export const PROPOSAL_SYSTEM = 'https://galen.example/proposal';

export function withProposal<Resource extends ChartResource>(resource: Resource, proposal: string): Resource {
  const others = (resource.identifier ?? []).filter(({ system }: Identifier) => system !== PROPOSAL_SYSTEM);
  return { ...resource, identifier: [...others, { system: PROPOSAL_SYSTEM, value: proposal }] };
}

/** A change as it is stored: what it comes to carries the proposal's id, a changed order beside those it was written for. */
export function withChange({ order, replacement }: OrderChange, proposal: string) {
  if (replacement !== undefined) return { order, replacement: withProposal(replacement, proposal) };
  const identifier = [...(order.identifier ?? []), { system: PROPOSAL_SYSTEM, value: proposal }];
  return { order: { ...order, identifier }, replacement: undefined };
}

/** What a search parameter is looked up by in the embedded chart. */
export type ParameterKind =
  | 'id'
  | 'name'
  | 'identifier'
  | 'birthdate'
  | 'patient'
  | 'status'
  | 'code'
  | 'date';

const COMMON = { _id: 'id', identifier: 'identifier' } as const;
const OF_A_PATIENT = { ...COMMON, patient: 'patient' } as const;
const OF_A_SUBJECT = { ...OF_A_PATIENT, subject: 'patient' } as const;

/** The FHIR R4 search parameters that Galen uses and offers, by their names in the standard. */
export const SEARCH_PARAMETERS: Readonly<
  Record<ChartResourceType, Readonly<Partial<Record<string, ParameterKind>>>>
> = {
  Patient: { ...COMMON, name: 'name', birthdate: 'birthdate' },
  Encounter: { ...OF_A_SUBJECT, status: 'status', date: 'date' },
  Condition: { ...OF_A_SUBJECT, 'clinical-status': 'status', code: 'code', 'recorded-date': 'date' },
  AllergyIntolerance: { ...OF_A_PATIENT, 'clinical-status': 'status', code: 'code', date: 'date' },
  MedicationRequest: { ...OF_A_SUBJECT, status: 'status', code: 'code', authoredon: 'date' },
  MedicationStatement: { ...OF_A_SUBJECT, status: 'status', code: 'code', effective: 'date' },
  Observation: { ...OF_A_SUBJECT, status: 'status', code: 'code', date: 'date' },
  DocumentReference: { ...OF_A_SUBJECT, status: 'status', type: 'code', date: 'date' },
};

// A cast, because the keys of that record are the resource types.
export const CHART_RESOURCE_TYPES = Object.keys(SEARCH_PARAMETERS) as ChartResourceType[];

export function isChartResourceType(word: string): word is ChartResourceType {
  return Object.hasOwn(SEARCH_PARAMETERS, word);
}

/** What a parameter of a type means; null for one that Galen does not know. */
export function parameterKind(resourceType: ChartResourceType, name: string): ParameterKind | null {
  const parameters = SEARCH_PARAMETERS[resourceType];
  return (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? null;
}
