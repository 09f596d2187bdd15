import { z } from 'zod';
import type { ChartParts, ChartResource, ChartResourceType, Stored } from '../../chart/chart.port.ts';
import { groupParts, patientOf } from '../../chart/index-resource.ts';
import { readDraftOrders } from '../../chart/safety/draft-order.ts';
import { GalenError } from '../../domain/errors.ts';

const PATIENT = '{{context.patientId}}';

/** What the EHR is asked to send with a call, and of which type it is. */
const TEMPLATES = {
  patient: { type: 'Patient', query: `Patient/${PATIENT}` },
  conditions: { type: 'Condition', query: `Condition?patient=${PATIENT}` },
  allergies: { type: 'AllergyIntolerance', query: `AllergyIntolerance?patient=${PATIENT}` },
  medications: {
    type: 'MedicationRequest',
    query: `MedicationRequest?patient=${PATIENT}&_include=MedicationRequest:medication`,
  },
  statements: { type: 'MedicationStatement', query: `MedicationStatement?patient=${PATIENT}` },
  observations: { type: 'Observation', query: `Observation?patient=${PATIENT}` },
} as const satisfies Record<string, { type: ChartResourceType; query: string }>;

export const PREFETCH: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TEMPLATES).map(([key, { query }]) => [key, query]),
);

const Resource = z.looseObject({ resourceType: z.string() });
export const Bundle = z.object({
  resourceType: z.literal('Bundle'),
  total: z.number().optional(),
  link: z.array(z.object({ relation: z.string() })).default([]),
  entry: z.array(z.object({ resource: Resource.optional() })).default([]),
});

/** An EHR that has nothing sends null for a key, and leaves out the key that it does not fill. */
export const Prefetch = z.record(z.string(), Resource.nullable());
type Prefetch = z.infer<typeof Prefetch>;

/** A patient's chart out of what the EHR sent; null where it did not send all that the checks need. */
export function partsOfPrefetch(prefetch: Prefetch, patientId: string): ChartParts | null {
  const incomplete: ChartResourceType[] = [];
  const resources: Stored<ChartResource>[] = [];
  for (const [key, { type }] of Object.entries(TEMPLATES)) {
    const sent = prefetch[key];
    const isMissing = sent === undefined || sent?.resourceType === 'OperationOutcome';
    // Not every server has statements of what is taken; that they were not read is told with the findings.
    if (isMissing && type !== 'MedicationStatement') return null;
    if (isMissing) incomplete.push(type);
    else if (sent !== null) resources.push(...ofType(sent, type, incomplete));
  }
  const about = resources.map(patientOf);
  if (about.some((id) => id !== patientId)) {
    throw new GalenError('BAD_REQUEST', {
      problem: 'prefetch: holds what is not of the patient of the context',
    });
  }
  return groupParts(resources, incomplete);
}

function ofType(sent: z.infer<typeof Resource>, type: ChartResourceType, incomplete: ChartResourceType[]) {
  const bundle = Bundle.safeParse(sent).data;
  const all = bundle === undefined ? [sent] : bundle.entry.flatMap(({ resource }) => resource ?? []);
  const own = all.filter(({ resourceType }) => resourceType === type);
  const isCut = bundle !== undefined && (bundle.total ?? 0) > own.length;
  if (isCut || bundle?.link.some(({ relation }) => relation === 'next')) incomplete.push(type);
  const names = new Map(readDraftOrders(all).map(({ reference, medication }) => [reference, medication]));
  return own.map((resource, index) => {
    const id = typeof resource.id === 'string' ? resource.id : `${type}-${index}`;
    const display = names.get(`${type}/${id}`);
    const pointer = z.object({ reference: z.string() }).safeParse(resource.medicationReference).data;
    // A cast: of the type that it names, and read leniently from here on, as what any FHIR server gives.
    return {
      ...resource,
      id,
      ...(pointer !== undefined && display ? { medicationReference: { ...pointer, display } } : {}),
    } as unknown as Stored<ChartResource>;
  });
}
