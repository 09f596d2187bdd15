import type * as Fhir from '@medplum/fhirtypes';
import type { Proposal } from '../domain/approval.ts';
import { AllergyArgs, ChangeArgs, NoteArgs, PrescribeArgs } from '../domain/chart-writes.ts';
import { rxNormOf } from '../language/drugs/drug-codes.ts';
import type { ChartResource, Stored } from './chart.port.ts';
import { changedOrders } from './medication-orders.ts';
import { structureDosage } from './structure-dosage.ts';

type Order = Stored<Fhir.MedicationRequest>;
type Approved = Pick<Proposal, 'tool' | 'args' | 'created_at' | 'decided_by'>;

export const RESOURCE_OF = {
  prescribe_medication: 'MedicationRequest',
  change_medication: 'MedicationRequest',
  add_allergy: 'AllergyIntolerance',
  save_clinical_note: 'DocumentReference',
} as const;

/**
 * The FHIR resources that a proposal stands for, the same for the same proposal: what would be stored anew, and before it
 * the order that it ends. `order` is the one of the chart that a change names; without it only what is changed is told.
 */
export function resourcesOf(proposal: Approved, order?: Order): ChartResource[] {
  if (proposal.tool !== 'change_medication') return [buildResource(proposal)];
  const { order_id = '', medication, patient_id, version } = ChangeArgs.parse(proposal.args);
  const bare: Order = {
    resourceType: 'MedicationRequest',
    id: order_id,
    ...(version === undefined ? {} : { meta: { versionId: version } }),
    status: 'active',
    intent: 'order',
    subject: { reference: `Patient/${patient_id}` },
    medicationCodeableConcept: drugConcept(medication),
  };
  const { order: changed, replacement } = changesOf(proposal, order ?? bare);
  return replacement === undefined ? [changed] : [changed, replacement];
}

export function changesOf({ args, created_at, decided_by }: Approved, order: Order) {
  const { medicationCodeableConcept: before } = order;
  const change = ChangeArgs.parse(args);
  return changedOrders(change, order, {
    medicationCodeableConcept: before ?? drugConcept(change.medication),
    authoredOn: created_at,
    ...(decided_by === null ? {} : { requester: { display: decided_by } }),
  });
}

export function buildResource(proposal: Approved): ChartResource {
  switch (proposal.tool) {
    case 'prescribe_medication':
      return prescription(PrescribeArgs.parse(proposal.args), proposal);
    case 'add_allergy':
      return allergy(AllergyArgs.parse(proposal.args), proposal);
    default:
      return note(NoteArgs.parse(proposal.args), proposal);
  }
}

function prescription(args: PrescribeArgs, { created_at, decided_by }: Approved): Fhir.MedicationRequest {
  return {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    subject: { reference: `Patient/${args.patient_id}` },
    medicationCodeableConcept: drugConcept(args.medication),
    authoredOn: created_at,
    dosageInstruction: [structureDosage(args)],
    ...(decided_by === null ? {} : { requester: { display: decided_by } }),
    ...(args.reason === undefined ? {} : { reasonCode: [{ text: args.reason }] }),
    ...(args.note === undefined || args.note === '' ? {} : { note: [{ text: args.note }] }),
  };
}

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';

/** A drug by its words, and by its code where it is of one substance that the table knows. */
function drugConcept(text: string): Fhir.CodeableConcept {
  const known = rxNormOf(text);
  return { ...(known === null ? {} : { coding: [{ system: RXNORM, ...known }] }), text };
}

function allergy(args: AllergyArgs, { created_at, decided_by }: Approved): Fhir.AllergyIntolerance {
  const { substance, reaction, severity, criticality } = args;
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: status('allergyintolerance-clinical', 'active'),
    verificationStatus: status('allergyintolerance-verification', 'confirmed'),
    type: args.type,
    code: { text: substance },
    patient: { reference: `Patient/${args.patient_id}` },
    recordedDate: created_at,
    ...(criticality === undefined ? {} : { criticality }),
    ...(decided_by === null ? {} : { recorder: { display: decided_by } }),
    ...(reaction === undefined
      ? {}
      : {
          reaction: [
            { manifestation: [{ text: reaction }], ...(severity === undefined ? {} : { severity }) },
          ],
        }),
  };
}

function note(args: NoteArgs, { created_at, decided_by }: Approved): Fhir.DocumentReference {
  return {
    resourceType: 'DocumentReference',
    status: 'current',
    type: { text: args.title },
    description: args.title,
    subject: { reference: `Patient/${args.patient_id}` },
    date: created_at,
    ...(decided_by === null ? {} : { author: [{ display: decided_by }] }),
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          data: Buffer.from(args.text, 'utf8').toString('base64'),
        },
      },
    ],
  };
}

function status(system: string, code: string): Fhir.CodeableConcept {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] };
}
