import { mayUseCharts, type Principal } from '../domain/access.ts';
import { GalenError } from '../domain/errors.ts';
import type { Chart } from './chart.port.ts';
import { checkReferences } from './check-references.ts';
import { validateResource } from './validate-resource.ts';

/** A chart that only those who may use charts can ask, and that stores nothing invalid, whichever adapter keeps it. */
export function guardChart(chart: Chart): Chart {
  return {
    async searchPatients(principal, search) {
      return chart.searchPatients(allowed(principal), search);
    },
    async getPatient(principal, id) {
      return chart.getPatient(allowed(principal), id);
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
