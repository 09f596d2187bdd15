import type { Principal } from '../domain/access.ts';
import type { Chart, ChartResource } from './chart.port.ts';
import { patientOf } from './index-resource.ts';
import { isChartResourceType } from './search-parameters.ts';

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

/** Every literal reference in a resource, at any depth. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}
