import type { CodeableConcept, Reference, Resource } from '@medplum/fhirtypes';
import type { ChartParts } from '../chart.port.ts';
import { nameOf } from './chart-entries.ts';

/** A medicine that the patient may be taking. */
export interface MedicationEntry {
  text: string;
  reference: string;
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

interface Naming {
  id: string;
  medicationCodeableConcept?: CodeableConcept;
  medicationReference?: Reference;
  contained?: Resource[];
}

/** The medication that counts as current: what was prescribed, and what is stated to be taken. */
export function medicationEntries({
  medicationRequests,
  medicationStatements,
}: ChartParts): MedicationEntry[] {
  return [...medicationRequests, ...medicationStatements]
    .filter(({ status }) => !NOT_TAKEN.includes(status))
    .map((entry) => named(entry, `${entry.resourceType}/${entry.id}`));
}

function named(entry: Naming, reference: string): MedicationEntry {
  const { medicationCodeableConcept, medicationReference } = entry;
  const text = nameOf(medicationCodeableConcept) || containedName(entry) || medicationReference?.display;
  if (text) return { text, reference };
  return { text: medicationReference?.reference ?? '?', reference, unnamed: true };
}

function containedName({ medicationReference, contained = [] }: Naming): string {
  const id = /^#(.+)$/u.exec(medicationReference?.reference ?? '')?.[1];
  const inside = contained.find((resource) => id !== undefined && resource.id === id);
  return inside?.resourceType === 'Medication' ? nameOf(inside.code) : '';
}
