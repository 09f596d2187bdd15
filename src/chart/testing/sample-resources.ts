import type {
  AllergyIntolerance,
  Condition,
  DocumentReference,
  Encounter,
  MedicationRequest,
  MedicationStatement,
  Observation,
  Patient,
} from '@medplum/fhirtypes';
import type { Principal } from '../../domain/access.ts';

const TEST_DATA = {
  tag: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason', code: 'HTEST' }],
};
export const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const LOINC = 'http://loinc.org';

export function sampleClinician(tenant_id: string, part: Partial<Principal> = {}): Principal {
  return {
    user_id: 'dr-sample',
    tenant_id,
    audience: 'clinician',
    role: 'clinician',
    scopes: ['public', 'internal'],
    departments: ['clinical'],
    ...part,
  };
}

export function samplePatient(part: Partial<Patient> = {}): Patient {
  return {
    resourceType: 'Patient',
    meta: TEST_DATA,
    name: [{ use: 'official', text: 'Nguyễn Thị Sương', family: 'Nguyễn', given: ['Thị', 'Sương'] }],
    gender: 'female',
    birthDate: '1958-03-14',
    ...part,
  };
}

const about = (patientId: string) => ({ reference: `Patient/${patientId}` });

export function sampleCondition(patientId: string, part: Partial<Condition> = {}): Condition {
  return {
    resourceType: 'Condition',
    meta: TEST_DATA,
    clinicalStatus: statusConcept('condition-clinical', 'active'),
    verificationStatus: statusConcept('condition-ver-status', 'confirmed'),
    code: {
      coding: [{ system: 'http://snomed.info/sct', code: '38341003' }],
      text: 'Essential hypertension',
    },
    subject: about(patientId),
    recordedDate: '2024-05-01',
    ...part,
  };
}

export function sampleAllergy(patientId: string, part: Partial<AllergyIntolerance> = {}): AllergyIntolerance {
  return {
    resourceType: 'AllergyIntolerance',
    meta: TEST_DATA,
    clinicalStatus: statusConcept('allergyintolerance-clinical', 'active'),
    verificationStatus: statusConcept('allergyintolerance-verification', 'confirmed'),
    criticality: 'high',
    code: { text: 'Penicillin' },
    patient: about(patientId),
    recordedDate: '2020-01-02',
    reaction: [{ manifestation: [{ text: 'Anaphylaxis' }], severity: 'severe' }],
    ...part,
  };
}

export function sampleMedication(
  patientId: string,
  part: Partial<MedicationRequest> = {},
): MedicationRequest {
  return {
    resourceType: 'MedicationRequest',
    meta: TEST_DATA,
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { coding: [{ system: RXNORM, code: '17767' }], text: 'amlodipine' },
    subject: about(patientId),
    authoredOn: '2025-04-11',
    dosageInstruction: [{ text: '10 mg by mouth once a day' }],
    ...part,
  };
}

export function sampleStatement(
  patientId: string,
  part: Partial<MedicationStatement> = {},
): MedicationStatement {
  return {
    resourceType: 'MedicationStatement',
    meta: TEST_DATA,
    status: 'active',
    medicationCodeableConcept: { text: 'ginkgo' },
    subject: about(patientId),
    effectiveDateTime: '2025-04-11',
    ...part,
  };
}

/** A laboratory value; `at` is its date. */
export function sampleLab(
  patientId: string,
  lab: { code: string; name: string; value: number; unit: string; at: string },
  part: Partial<Observation> = {},
): Observation {
  return {
    resourceType: 'Observation',
    meta: TEST_DATA,
    status: 'final',
    category: [
      {
        coding: [
          { system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' },
        ],
      },
    ],
    code: { coding: [{ system: LOINC, code: lab.code }], text: lab.name },
    subject: about(patientId),
    effectiveDateTime: lab.at,
    valueQuantity: { value: lab.value, unit: lab.unit },
    ...part,
  };
}

export function sampleNote(
  patientId: string,
  text: string,
  part: Partial<DocumentReference> = {},
): DocumentReference {
  return {
    resourceType: 'DocumentReference',
    meta: TEST_DATA,
    status: 'current',
    type: { coding: [{ system: LOINC, code: '11506-3' }], text: 'Progress note' },
    subject: about(patientId),
    date: '2026-05-12T09:30:00+07:00',
    content: [
      { attachment: { contentType: 'text/plain', data: Buffer.from(text, 'utf8').toString('base64') } },
    ],
    ...part,
  };
}

export function sampleEncounter(patientId: string): Encounter {
  return {
    resourceType: 'Encounter',
    meta: TEST_DATA,
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
    subject: about(patientId),
    period: { start: '2026-05-12T08:30:00+07:00', end: '2026-05-12T09:30:00+07:00' },
  };
}

function statusConcept(system: string, code: string) {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code }] };
}
