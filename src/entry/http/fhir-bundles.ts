import type { Bundle, CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes';
import type { ChartPage, ChartResource, ChartSearch, Stored } from '../../chart/chart.port.ts';
import {
  CHART_RESOURCE_TYPES,
  type ParameterKind,
  SEARCH_PARAMETERS,
} from '../../chart/search-parameters.ts';

/** The FHIR type of what a parameter is compared with. */
const PARAMETER_TYPES: Readonly<Record<ParameterKind, 'token' | 'string' | 'date' | 'reference'>> = {
  id: 'token',
  name: 'string',
  identifier: 'token',
  birthdate: 'date',
  patient: 'reference',
  status: 'token',
  code: 'token',
  date: 'date',
};

/** One page of a search, with the way to the next. */
export function searchBundle(page: ChartPage, search: ChartSearch, address: URL, base: string): Bundle {
  const link = [{ relation: 'self', url: address.toString() }];
  if (page.hasMore) {
    const next = new URL(address);
    next.searchParams.set('_count', String(search.count));
    next.searchParams.set('_offset', String(search.offset + search.count));
    link.push({ relation: 'next', url: next.toString() });
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(page.total === null ? {} : { total: page.total }),
    link,
    entry: page.resources.map((resource) => ({
      fullUrl: fullUrl(resource, base),
      resource,
      search: { mode: 'match' },
    })),
  };
}

export function historyBundle(versions: readonly Stored<ChartResource>[], base: string): Bundle {
  return {
    resourceType: 'Bundle',
    type: 'history',
    total: versions.length,
    entry: versions.map((resource, index) => ({
      fullUrl: fullUrl(resource, base),
      resource,
      request: {
        method: index === versions.length - 1 ? 'POST' : 'PUT',
        url: `${resource.resourceType}/${resource.id}`,
      },
      response: { status: index === versions.length - 1 ? '201' : '200' },
    })),
  };
}

/** What this address can do: read, search and history of the types a chart holds. */
export function capabilityStatement(version: string, base: string): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: '2026-11-15',
    kind: 'instance',
    software: { name: 'Galen', version },
    implementation: { description: 'The charts of a Galen, read-only', url: base },
    fhirVersion: '4.0.1',
    format: ['json'],
    rest: [{ mode: 'server', resource: CHART_RESOURCE_TYPES.map(restResource) }],
  };
}

function restResource(type: ChartResource['resourceType']): CapabilityStatementRestResource {
  return {
    type,
    interaction: [{ code: 'read' }, { code: 'search-type' }, { code: 'history-instance' }],
    versioning: 'versioned',
    searchParam: Object.entries(SEARCH_PARAMETERS[type]).flatMap(([name, kind]) =>
      kind === undefined ? [] : [{ name, type: PARAMETER_TYPES[kind] }],
    ),
  };
}

function fullUrl({ resourceType, id }: Stored<ChartResource>, base: string): string {
  return `${base}/${resourceType}/${id}`;
}
