import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  indexStructureDefinitionBundle,
  OperationOutcomeError,
  validateResource as validateStructure,
} from '@medplum/core';
import type { Resource, SearchParameter, StructureDefinition } from '@medplum/fhirtypes';
import { z } from 'zod';
import { mayUseCharts, type Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import { once, readLexicon } from '../language/read-lexicon.ts';
import type { Chart, ChartResource } from './chart.port.ts';
import { isChartResourceType, patientOf } from './index-resource.ts';

/** A chart that only those who may use charts can ask, and that stores nothing invalid, whichever adapter keeps it. */
export function guardChart(chart: Chart): Chart {
  return {
    searchPatients: async (principal, search) => chart.searchPatients(allowed(principal), search),
    parts: async (principal, patientId) => chart.parts(allowed(principal), patientId),
    read: async (principal, resourceType, id) => chart.read(allowed(principal), resourceType, id),
    history: async (principal, resourceType, id) => chart.history(allowed(principal), resourceType, id),
    search: async (principal, search) => chart.search(allowed(principal), search),
    async createOnce(principal, resource, once) {
      await refuseInvalid(allowed(principal), resource);
      return chart.createOnce(principal, resource, once);
    },
    async changeOnce(principal, change, once) {
      const { order, replacement } = change;
      const before = await chart.read(allowed(principal), 'MedicationRequest', order.id);
      // What an order refers to stays as its chart has it; whose it is, too.
      const isSame = before !== null && same(referencesIn(before), referencesIn(order));
      const { problems } = { problems: [], ...validateResource(order) };
      refuse(isSame ? problems : ['the order is another one, or refers to something else', ...problems]);
      if (replacement !== undefined) await refuseInvalid(principal, replacement);
      return chart.changeOnce(principal, change, once);
    },
    capability: () => chart.capability(),
  };

  async function refuseInvalid(principal: Principal, resource: ChartResource): Promise<void> {
    const validated = validateResource(resource);
    refuse(validated.success ? await checkReferences(chart, principal, resource) : validated.problems);
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new GalenError('CHART_RESOURCE_INVALID', { problem: problems.slice(0, 5).join('; ') });
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join(' ') === others.toSorted().join(' ');
}

function allowed(principal: Principal): Principal {
  if (!mayUseCharts(principal)) throw new GalenError('FORBIDDEN');
  return principal;
}

const LITERAL = /^([A-Za-z]{1,40})\/([A-Za-z0-9.-]{1,64})$/u;

/**
 * What is wrong with a resource's references: each has to lead to something in this chart, and to the same patient. One that
 * cannot be looked up counts as wrong.
 */
export async function checkReferences(
  chart: Pick<Chart, 'read'>,
  principal: Principal,
  resource: ChartResource,
): Promise<string[]> {
  const patientId = patientOf(resource);
  const problems =
    resource.resourceType === 'Patient' || patientId !== null ? [] : ['no patient is referred to'];
  for (const reference of new Set(referencesIn(resource))) {
    const [, type = '', id = ''] = LITERAL.exec(reference) ?? [];
    if (!isChartResourceType(type)) {
      problems.push('a reference leads out of the chart');
      continue;
    }
    const found = await chart.read(principal, type, id);
    if (found === null) problems.push(`the ${type} referred to does not exist`);
    else if (patientOf(found) !== patientId) problems.push(`the ${type} referred to is another patient’s`);
  }
  return problems;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

const Typed = z.looseObject({ resourceType: z.string() });
const Coded = z.looseObject({
  coding: z.array(z.looseObject({ system: z.string().optional(), code: z.string().optional() })).min(1),
});
/** What PostgreSQL cannot store in JSON: NUL, and halves of a surrogate pair. */
const NOT_STORABLE = /[\0\p{Surrogate}]/u;

type Validated = { success: true; resource: ChartResource } | { success: false; problems: string[] };

/**
 * Whether this may be stored as far as the resource alone can tell: its form by Medplum's validator, the codes that matter by
 * our own table. Problems name places, never contents.
 */
export function validateResource(candidate: unknown): Validated {
  const typed = Typed.safeParse(candidate);
  if (!typed.success || !isChartResourceType(typed.data.resourceType)) {
    return { success: false, problems: ['resourceType: not one that a chart holds'] };
  }
  loadDefinitions();
  // A cast, because whether it really is one is what the next lines find out.
  const resource = candidate as ChartResource;
  const problems = [
    ...structureProblems(resource),
    ...codeBindings()
      .filter((binding) => binding.resource === resource.resourceType)
      .flatMap((binding) => bindingProblem(resource, binding) ?? []),
    ...(holdsBadText(resource) ? ['a text holds characters that cannot be stored'] : []),
  ];
  return problems.length === 0 ? { success: true, resource } : { success: false, problems };
}

function structureProblems(resource: Resource): string[] {
  try {
    // What it returns are warnings; errors it throws.
    validateStructure(resource);
    return [];
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error;
    return error.outcome.issue.map(
      ({ expression, code, details }) =>
        `${expression?.join(', ') ?? resource.resourceType}: ${details?.text ?? code}`,
    );
  }
}

function bindingProblem(resource: ChartResource, { path, codes, system }: CodeBinding): string | null {
  const place = `${resource.resourceType}.${path.join('.')}`;
  const isRight = (value: unknown) =>
    system === undefined
      ? typeof value === 'string' && codes.includes(value)
      : isCodedAs(value, system, codes);
  return valuesAt(resource, path).every(isRight) ? null : `${place}: expected ${codes.join(', ')}`;
}

/** One coding of the system is needed and its code has to be known; codings of other systems may stand beside it. */
function isCodedAs(value: unknown, system: string, codes: readonly string[]): boolean {
  const coded = Coded.safeParse(value);
  const own = coded.success ? coded.data.coding.filter((coding) => coding.system === system) : [];
  return own.length > 0 && own.every(({ code }) => code !== undefined && codes.includes(code));
}

/** All values at a path, through lists; none where the field is missing (whether it may be is the structure's affair). */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [];
  // A cast, because `hasOwn` has just found the key.
  return valuesAt((value as Record<string, unknown>)[key], rest);
}

function holdsBadText(value: unknown): boolean {
  if (typeof value === 'string') return NOT_STORABLE.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBadText);
}

/** A field whose codes are fixed; `system` where it is a CodeableConcept. */
interface CodeBinding {
  resource: string;
  path: readonly string[];
  codes: readonly string[];
  system?: string;
}

const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';

/** The required bindings of FHIR R4 (4.0.1) that change what an entry means. Medplum's validator does not check bindings. */
const codeBindings = once(() =>
  readLexicon('fhir/code-bindings', ['resource', 'path', 'system', 'codes']).map(
    (row): CodeBinding => ({
      resource: row.resource,
      path: row.path.split('.'),
      codes: row.codes.split(' '),
      ...(row.system === '' ? {} : { system: `${TERMINOLOGY}/${row.system}` }),
    }),
  ),
);

/** FHIR R4's own definitions (CC0), cut down to what is validated here; `npm run definitions` writes it. */
const DEFINITIONS = new URL('../../data/fhir/definitions-r4.json.gz', import.meta.url);

/** Gives Medplum's validator the definitions. Done at the first write, not at the start: they take a moment to read. */
const loadDefinitions = once(() => indexStructureDefinitionBundle(readDefinitions().structures));

export function readDefinitions(): Definitions {
  // A cast, because the script that writes the file has seen to its form.
  return JSON.parse(gunzipSync(readFileSync(DEFINITIONS)).toString('utf8')) as Definitions;
}

interface Definitions {
  structures: StructureDefinition[];
  searches: SearchParameter[];
}
