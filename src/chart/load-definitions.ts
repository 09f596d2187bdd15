import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { indexStructureDefinitionBundle } from '@medplum/core';
import type { SearchParameter, StructureDefinition } from '@medplum/fhirtypes';

/** FHIR R4's own definitions (CC0), cut down to what is validated here; `npm run definitions` writes it. */
const FILE = new URL('../../data/fhir/definitions-r4.json.gz', import.meta.url);

interface Definitions {
  /** The types a chart holds, and the data types in them. */
  structures: StructureDefinition[];
  searches: SearchParameter[];
}

let isLoaded = false;

/** Gives Medplum's validator the definitions. Done at the first write, not at the start: they take a moment to read. */
export function loadDefinitions(): void {
  if (isLoaded) return;
  indexStructureDefinitionBundle(readDefinitions().structures);
  isLoaded = true;
}

export function readDefinitions(): Definitions {
  // A cast, because the script that writes the file has seen to its form.
  return JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8')) as Definitions;
}
