import type { ChartParts, ChartResource, ChartResources, ChartResourceType, Stored } from './chart.port.ts';

/** A patient's resources by what they are; null without the patient. */
export function groupParts(
  resources: readonly Stored<ChartResource>[],
  incomplete: readonly ChartResourceType[],
): ChartParts | null {
  const patient = of('Patient')[0];
  if (patient === undefined) return null;
  return {
    patient,
    encounters: of('Encounter'),
    conditions: of('Condition'),
    allergies: of('AllergyIntolerance'),
    medicationRequests: of('MedicationRequest'),
    medicationStatements: of('MedicationStatement'),
    observations: of('Observation'),
    notes: of('DocumentReference'),
    incomplete: [...incomplete],
  };

  function of<Type extends ChartResourceType>(type: Type): Stored<ChartResources[Type]>[] {
    // A cast, because `resourceType` says what a resource is.
    return resources.filter(({ resourceType }) => resourceType === type) as Stored<ChartResources[Type]>[];
  }
}
