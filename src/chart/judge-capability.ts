import type { CapabilityStatement } from '@medplum/fhirtypes';
import type { ChartResourceType } from './chart.port.ts';
import { CHART_RESOURCE_TYPES, SEARCH_PARAMETERS } from './search-parameters.ts';

/** What the clinic flow writes, after a person's yes. */
const WRITTEN: readonly ChartResourceType[] = [
  'AllergyIntolerance',
  'MedicationRequest',
  'DocumentReference',
];

/** What Galen needs of a FHIR server and its capability statement does not promise, in words for an operator. */
export function judgeCapability(statement: CapabilityStatement): string[] {
  const missing: string[] = [];
  if (!statement.fhirVersion?.startsWith('4.')) missing.push(`FHIR R4 (it speaks ${statement.fhirVersion})`);
  const offered = statement.rest?.find(({ mode }) => mode === 'server')?.resource ?? [];
  for (const type of CHART_RESOURCE_TYPES) {
    const resource = offered.find((one) => one.type === type);
    if (resource === undefined) {
      missing.push(type);
      continue;
    }
    const isWritten = WRITTEN.includes(type);
    const interactions = new Set<string>(resource.interaction?.map(({ code }) => code));
    const needed = ['read', 'search-type', ...(isWritten ? ['create', 'history-instance'] : [])];
    missing.push(...needed.filter((code) => !interactions.has(code)).map((code) => `${type}: ${code}`));
    // Without it a write whose answer is lost could be made twice.
    if (isWritten && resource.conditionalCreate !== true) missing.push(`${type}: conditional create`);
    const parameters = new Set<string>(resource.searchParam?.map(({ name }) => name));
    const wanted = Object.keys(SEARCH_PARAMETERS[type]).filter((name) => !name.startsWith('_'));
    missing.push(
      ...wanted.filter((name) => !parameters.has(name)).map((name) => `${type}: search by ${name}`),
    );
  }
  return missing;
}
