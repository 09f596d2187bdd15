import { z } from 'zod';
import { Concept, conceptText, listOf, Quantity, words } from '../summary/lenient-fields.ts';

/** A prescription that an EHR's user is about to write, as far as the checks read it. Its words are data, whatever they say. */
export interface DraftOrder {
  /** `MedicationRequest/…`, as the EHR names it; by its place where the EHR does not. */
  reference: string;
  patient: string | null;
  /** Null where it only points at a medicine that did not come with it. */
  medication: string | null;
  /** In words, for the one reader of dosages; empty where nothing is chosen yet. */
  dosage: string;
}

const number = z.number().optional().catch(undefined);
const Reference = z.object({ reference: words, display: words }).optional().catch(undefined);
const Rate = z.object({ doseQuantity: Quantity }).catch({ doseQuantity: undefined });

const Dosage = z.object({
  text: words,
  route: Concept,
  timing: z
    .object({
      code: Concept,
      repeat: z.object({ frequency: number, period: number, periodUnit: words }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  // A list by FHIR R4, one of its elements in the examples of CDS Hooks.
  doseAndRate: z
    .union([z.array(Rate), Rate.transform((rate) => [rate])])
    .catch([])
    .default([]),
});

const Medication = z.object({ resourceType: z.literal('Medication'), id: words, code: Concept });

const MedicationRequest = z.object({
  resourceType: z.literal('MedicationRequest'),
  id: words,
  subject: Reference,
  medicationCodeableConcept: Concept,
  medicationReference: Reference,
  contained: listOf(Medication.nullable().catch(null)),
  dosageInstruction: listOf(Dosage),
});

/** The prescriptions among the resources of a bundle, named by a medicine of the same bundle where they only point at it. */
export function readDraftOrders(resources: readonly unknown[]): DraftOrder[] {
  const beside = resources.flatMap((resource) => Medication.safeParse(resource).data ?? []);
  return resources.flatMap((resource, place) => {
    const order = MedicationRequest.safeParse(resource).data;
    if (order === undefined) return [];
    const { id, subject, medicationCodeableConcept, medicationReference, contained } = order;
    const target = medicationReference?.reference?.replace(/^(?:#|.*\bMedication\/)/u, '');
    const pointed = [...contained, ...beside].find((one) => one?.id !== undefined && one.id === target);
    return {
      reference: `MedicationRequest/${id ?? `#${place}`}`,
      patient: /\bPatient\/([A-Za-z0-9.-]{1,64})$/u.exec(subject?.reference ?? '')?.[1] ?? null,
      medication:
        conceptText(medicationCodeableConcept) ??
        (pointed ? conceptText(pointed.code) : null) ??
        medicationReference?.display ??
        null,
      dosage: order.dosageInstruction.map(inWords).join('; '),
    };
  });
}

/** The coded fields where they say how much and how often, and the text where they do not. */
function inWords({ text, route, timing, doseAndRate }: z.infer<typeof Dosage>): string {
  const amounts = doseAndRate.flatMap(({ doseQuantity: { value, unit, code } = {} }) =>
    value === undefined ? [] : [`${value} ${unit ?? code ?? ''}`],
  );
  const often = timing === undefined ? null : (oftenOf(timing.repeat) ?? conceptText(timing.code));
  const coded = [...amounts, often ?? ''];
  const isWhole = amounts.length > 0 && often !== null;
  return [...(isWhole || text === undefined ? coded : [text]), conceptText(route) ?? '']
    .filter((part) => part !== '')
    .join(', ');
}

const PERIODS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', wk: 'week', mo: 'month' };

function oftenOf(
  repeat: {
    frequency?: number | undefined;
    period?: number | undefined;
    periodUnit?: string | undefined;
  } = {},
): string | null {
  const { frequency = 1, period, periodUnit = '' } = repeat;
  const name = PERIODS[periodUnit];
  if (period === undefined || name === undefined || frequency <= 0) return null;
  if (name === 'hour') return `every ${period / frequency} hours`;
  if (period === 1) return frequency === 1 ? `once a ${name}` : `${frequency} times a ${name}`;
  return frequency === 1 ? `every ${period} ${name}s` : null;
}
