import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PATIENTS = fileURLToPath(new URL('../../../../knowledge/patients/', import.meta.url));

interface Resource {
  resourceType: string;
  id: string;
  [field: string]: unknown;
}

/** What the standard's own examples look like, with a patient of ours. */
export function hookRequest(hook: string, patientId: string, change: Record<string, unknown> = {}) {
  return {
    hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
    hook,
    context: { userId: 'Practitioner/example', patientId, encounterId: '89284' },
    ...change,
  };
}

/** `order-select` as in the hook's own example: a diet beside a medicine, its dose in the form that the example has. */
export function orderSelect(patientId: string, medicine: string, change: Record<string, unknown> = {}) {
  const subject = { reference: `Patient/${patientId}` };
  return hookRequest('order-select', patientId, {
    context: {
      userId: 'PractitionerRole/123',
      patientId,
      encounterId: '89284',
      selections: ['NutritionOrder/pureeddiet-simple', 'MedicationRequest/smart-MedicationRequest-103'],
      draftOrders: {
        resourceType: 'Bundle',
        entry: [
          {
            resource: {
              resourceType: 'NutritionOrder',
              id: 'pureeddiet-simple',
              status: 'draft',
              patient: subject,
              dateTime: '2014-09-17',
              oralDiet: { type: [{ text: 'Pureed diet' }] },
            },
          },
          {
            resource: {
              resourceType: 'MedicationRequest',
              id: 'smart-MedicationRequest-103',
              status: 'draft',
              intent: 'order',
              medicationCodeableConcept: {
                coding: [
                  {
                    system: 'http://www.nlm.nih.gov/research/umls/rxnorm',
                    code: '617993',
                    display: medicine,
                  },
                ],
                text: medicine,
              },
              subject,
              dosageInstruction: [
                {
                  text: '5 mL bid x 10 days',
                  timing: {
                    repeat: {
                      boundsPeriod: { start: '2005-01-04' },
                      frequency: 2,
                      period: 1,
                      periodUnit: 'd',
                    },
                  },
                  doseAndRate: {
                    doseQuantity: { value: 5, unit: 'mL', system: 'http://unitsofmeasure.org', code: 'mL' },
                  },
                },
              ],
            },
          },
        ],
      },
    },
    ...change,
  });
}

/** What an EHR would send of one of the sample patients for our templates, under another id where one is given. */
export function prefetchOf(patientId: string, as = patientId): Record<string, unknown> {
  const text = readFileSync(`${PATIENTS}${patientId}.json`, 'utf8').replaceAll(
    `Patient/${patientId}"`,
    `Patient/${as}"`,
  );
  // Cast: the sample bundles have this form, which a test of their own sees to.
  const resources = (JSON.parse(text) as { entry: { resource: Resource }[] }).entry.map(
    ({ resource }) => resource,
  );
  const searchset = (type: string) => ({
    resourceType: 'Bundle',
    type: 'searchset',
    entry: resources.filter(({ resourceType }) => resourceType === type).map((resource) => ({ resource })),
  });
  return {
    patient: { ...resources.find(({ resourceType }) => resourceType === 'Patient'), id: as },
    conditions: searchset('Condition'),
    allergies: searchset('AllergyIntolerance'),
    medications: searchset('MedicationRequest'),
    statements: null,
    observations: searchset('Observation'),
  };
}
