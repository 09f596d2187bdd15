import type { Reference } from '@medplum/fhirtypes';
import { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import type { ChartParts } from '../chart.port.ts';
import { Concept, conceptText } from '../lenient-fields.ts';
import type { FhirConnection } from './fhir-connection.ts';

const AT = /^Medication\/[A-Za-z0-9.-]{1,64}$/u;
/** More than a patient takes; the others stay named by reference. */
const MOST = 100;

const Medication = z.object({ resourceType: z.literal('Medication'), code: Concept });

/** Looks up the medicines that entries only point at, and writes their names beside the reference. */
export async function nameMedications(parts: ChartParts, connection: FhirConnection): Promise<ChartParts> {
  const entries = [...parts.medicationRequests, ...parts.medicationStatements];
  const wanted = entries.flatMap(({ medicationReference }) => unnamed(medicationReference) ?? []);
  const names = new Map<string, string>();
  for (const target of [...new Set(wanted)].slice(0, MOST)) {
    const name = await nameAt(target, connection);
    if (name !== null) names.set(target, name);
  }
  const named = <Entry extends { medicationReference?: Reference }>(entry: Entry): Entry => {
    const display = names.get(unnamed(entry.medicationReference) ?? '');
    if (display === undefined) return entry;
    return { ...entry, medicationReference: { ...entry.medicationReference, display } };
  };
  return {
    ...parts,
    medicationRequests: parts.medicationRequests.map(named),
    medicationStatements: parts.medicationStatements.map(named),
  };
}

/** Null where there is none, or where the server does not let us see it: the entry then stays named by its reference. */
async function nameAt(target: string, connection: FhirConnection): Promise<string | null> {
  try {
    const { status, body } = await connection.ask({ method: 'GET', target });
    const found = status === 200 ? Medication.safeParse(body) : null;
    return found?.success ? conceptText(found.data.code) : null;
  } catch (error) {
    if (error instanceof GalenError && error.code === 'CHART_ACCESS_REFUSED') return null;
    throw error;
  }
}

/** Where a medicine is to be found whose name is not beside it. */
function unnamed(medication: Reference | undefined): string | null {
  const { reference, display } = medication ?? {};
  return display === undefined && reference !== undefined && AT.test(reference) ? reference : null;
}
