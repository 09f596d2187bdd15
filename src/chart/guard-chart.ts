import { mayUseCharts, type Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import type { Chart, ChartResource } from './chart.port.ts';
import { isChartResourceType, patientOf } from './index-resource.ts';
import { validateResource } from './validate-resource.ts';

/** A chart that only those who may use charts can ask, and that stores nothing invalid, whichever adapter keeps it. */
export function guardChart(chart: Chart): Chart {
  return {
    async searchPatients(principal, search) {
      return chart.searchPatients(allowed(principal), search);
    },
    async parts(principal, patientId) {
      return chart.parts(allowed(principal), patientId);
    },
    async read(principal, resourceType, id) {
      return chart.read(allowed(principal), resourceType, id);
    },
    async history(principal, resourceType, id) {
      return chart.history(allowed(principal), resourceType, id);
    },
    async search(principal, search) {
      return chart.search(allowed(principal), search);
    },
    async createOnce(principal, resource, once) {
      allowed(principal);
      const validated = validateResource(resource);
      const problems = validated.success
        ? await checkReferences(chart, principal, resource)
        : validated.problems;
      if (problems.length > 0) {
        throw new GalenError('CHART_RESOURCE_INVALID', { problem: problems.slice(0, 5).join('; ') });
      }
      return chart.createOnce(principal, resource, once);
    },
    capability: () => chart.capability(),
  };
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
