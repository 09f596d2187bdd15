import type { ChartResourceType } from './chart.port.ts';

/** A field whose codes are fixed; `system` where it is a CodeableConcept. */
export interface CodeBinding {
  path: readonly string[];
  codes: readonly string[];
  system?: string;
}

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

/** The required bindings of FHIR R4 (4.0.1) that change what an entry means. Medplum's validator does not check bindings. */
export const CODE_BINDINGS: Readonly<Record<ChartResourceType, readonly CodeBinding[]>> = {
  Patient: [code('gender', 'male female other unknown')],
  Encounter: [
    code('status', 'planned arrived triaged in-progress onleave finished cancelled entered-in-error unknown'),
  ],
  Condition: [
    concept('clinicalStatus', 'condition-clinical', 'active recurrence relapse inactive remission resolved'),
    concept(
      'verificationStatus',
      'condition-ver-status',
      'unconfirmed provisional differential confirmed refuted entered-in-error',
    ),
  ],
  AllergyIntolerance: [
    concept('clinicalStatus', 'allergyintolerance-clinical', 'active inactive resolved'),
    concept(
      'verificationStatus',
      'allergyintolerance-verification',
      'unconfirmed confirmed refuted entered-in-error',
    ),
    code('type', 'allergy intolerance'),
    code('category', 'food medication environment biologic'),
    code('criticality', 'low high unable-to-assess'),
    code('reaction.severity', 'mild moderate severe'),
  ],
  MedicationRequest: [
    code('status', 'active on-hold cancelled completed entered-in-error stopped draft unknown'),
    code('intent', 'proposal plan order original-order reflex-order filler-order instance-order option'),
    code('priority', 'routine urgent asap stat'),
  ],
  MedicationStatement: [
    code('status', 'active completed entered-in-error intended stopped on-hold unknown not-taken'),
  ],
  Observation: [
    code('status', 'registered preliminary final amended corrected cancelled entered-in-error unknown'),
  ],
  DocumentReference: [
    code('status', 'current superseded entered-in-error'),
    code('docStatus', 'preliminary final amended entered-in-error'),
  ],
};

function code(path: string, codes: string): CodeBinding {
  return { path: path.split('.'), codes: codes.split(' ') };
}

function concept(path: string, system: string, codes: string): CodeBinding {
  return { ...code(path, codes), system: `${TERMINOLOGY}/${system}` };
}
