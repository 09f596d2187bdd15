import type {
  AllergyIntolerance,
  CodeableConcept,
  DocumentReference,
  MedicationRequest,
} from '@medplum/fhirtypes';
import type { Proposal } from '../domain/approval.ts';
import { AllergyArgs, NoteArgs, PrescribeArgs } from '../domain/chart-writes.ts';
import type { ChartResource } from './chart.port.ts';

type Approved = Pick<Proposal, 'tool' | 'args' | 'created_at' | 'decided_by'>;

/** The FHIR resource that an approved proposal stands for; the same for the same proposal. */
export function buildResource(proposal: Approved): ChartResource {
  switch (proposal.tool) {
    case 'prescribe_medication':
      return prescription(PrescribeArgs.parse(proposal.args), proposal);
    case 'add_allergy':
      return allergy(AllergyArgs.parse(proposal.args), proposal);
    case 'save_clinical_note':
      return note(NoteArgs.parse(proposal.args), proposal);
  }
}

function prescription(args: PrescribeArgs, { created_at, decided_by }: Approved): MedicationRequest {
  const { dose, frequency, route, duration } = args;
  return {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    subject: { reference: `Patient/${args.patient_id}` },
    medicationCodeableConcept: { text: args.medication },
    authoredOn: created_at,
    dosageInstruction: [
      {
        text: [dose, route, frequency, duration].filter(Boolean).join(', '),
        ...(route === undefined ? {} : { route: { text: route } }),
      },
    ],
    ...(decided_by === null ? {} : { requester: { display: decided_by } }),
    ...(args.reason === undefined ? {} : { reasonCode: [{ text: args.reason }] }),
    ...(args.note === undefined || args.note === '' ? {} : { note: [{ text: args.note }] }),
  };
}

function allergy(args: AllergyArgs, { created_at, decided_by }: Approved): AllergyIntolerance {
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

function note(args: NoteArgs, { created_at, decided_by }: Approved): DocumentReference {
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

function status(system: string, code: string): CodeableConcept {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] };
}
