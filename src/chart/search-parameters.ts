import type { ChartResourceType } from './chart.port.ts';

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

/** Whether a word is the name of a resource type that a chart holds. */
export function isChartResourceType(word: string): word is ChartResourceType {
  return Object.hasOwn(SEARCH_PARAMETERS, word);
}

/** What a parameter of a type means; null for one that Galen does not know. */
export function parameterKind(resourceType: ChartResourceType, name: string): ParameterKind | null {
  const parameters = SEARCH_PARAMETERS[resourceType];
  return (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? null;
}
