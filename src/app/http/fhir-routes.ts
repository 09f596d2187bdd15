import { z } from '@hono/zod-openapi';
import type * as Fhir from '@medplum/fhirtypes';
import type {
  ChartPage,
  ChartResource,
  ChartResourceType,
  ChartSearch,
  Stored,
} from '../../chart/chart.port.ts';
import {
  CHART_RESOURCE_TYPES,
  isChartResourceType,
  type ParameterKind,
  SEARCH_PARAMETERS,
} from '../../chart/index-resource.ts';
import { mayUseCharts } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { recordChartAccess } from './patient-routes.ts';
import { type App, type AppContext, addRoute, languageOf } from './route.ts';

const BASE = '/fhir/R4';
const FHIR_JSON = 'application/fhir+json; charset=utf-8';
const FhirResource = z.looseObject({ resourceType: z.string() });
const TypeParam = z.object({ type: z.string() });
const IdParam = TypeParam.extend({ id: z.string() });

/** The charts as FHIR R4, read-only, for clinicians: what other programs of a hospital can read. */
export function addFhirRoutes(app: App, { chart, audit }: Galen, version: string): void {
  add('metadata', 'What can be read here', null, async (c) => {
    if (!mayUseCharts(c.get('principal'))) throw new GalenError('FORBIDDEN');
    return fhirJson(c, capabilityStatement(version, baseOf(c)));
  });

  add('{type}', 'Search resources of a type', TypeParam, async (c) => {
    const search = readFhirSearch(typeOf(c), new URL(c.req.url).searchParams);
    const page = await recordChartAccess(audit, c, { what: 'search', type: search.resourceType }, () =>
      chart.search(c.get('principal'), search),
    );
    return fhirJson(c, searchBundle(page, search, new URL(c.req.url), baseOf(c)));
  });

  add('{type}/{id}', 'One resource as it is now', IdParam, async (c) => {
    const type = typeOf(c);
    const resource = await readRecorded(c, type, (id) => chart.read(c.get('principal'), type, id));
    if (resource === null) throw new GalenError('NOT_FOUND', { what: type });
    const etag = `W/"${resource.meta?.versionId ?? '1'}"`;
    c.header('ETag', etag);
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return fhirJson(c, resource);
  });

  add('{type}/{id}/_history', 'All versions of one resource, newest first', IdParam, async (c) => {
    const type = typeOf(c);
    const versions = await readRecorded(c, type, (id) => chart.history(c.get('principal'), type, id));
    if (versions.length === 0) throw new GalenError('NOT_FOUND', { what: type });
    return fhirJson(c, historyBundle(versions, baseOf(c)));
  });

  function add(
    path: string,
    summary: string,
    params: z.ZodObject | null,
    handler: (c: AppContext) => Promise<Response>,
  ): void {
    const definition = { summary, answer: FhirResource, ...(params === null ? {} : { params }) };
    addRoute(app, 'get', `${BASE}/${path}`, {
      ...definition,
      handle: async ({ c }) => {
        try {
          return await handler(c);
        } catch (error) {
          // Our own faults are handled like everywhere else: logged, and answered as an internal error.
          if (error instanceof GalenError && error.status < 500) return outcomeResponse(c, error);
          throw error;
        }
      },
    });
  }

  function readRecorded<Result>(
    c: AppContext,
    type: ChartResourceType,
    read: (id: string) => Promise<Result>,
  ) {
    const id = c.req.param('id') ?? '';
    return recordChartAccess(audit, c, { what: 'read', type, id: id.slice(0, 64) }, () => read(id));
  }
}

function typeOf(c: AppContext): ChartResourceType {
  const type = c.req.param('type') ?? '';
  if (!isChartResourceType(type)) throw new GalenError('NOT_FOUND', { what: 'resource type' });
  return type;
}

function baseOf(c: AppContext): string {
  return `${new URL(c.req.url).origin}${BASE}`;
}

function fhirJson(c: AppContext, resource: object): Response {
  return c.body(JSON.stringify(resource), 200, { 'content-type': FHIR_JSON });
}

/** FHIR clients expect errors as an Fhir.OperationOutcome; ours stands in its details. */
function outcomeResponse(c: AppContext, error: GalenError): Response {
  c.set('errorCode', error.code);
  const codes = { FORBIDDEN: 'forbidden', NOT_FOUND: 'not-found' } as const;
  const code = error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND' ? codes[error.code] : 'invalid';
  const { message } = error.body(languageOf(c) ?? undefined);
  const outcome: Fhir.OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code, details: { coding: [{ code: error.code }], text: message } }],
  };
  return Response.json(outcome, { status: error.status, headers: { 'content-type': FHIR_JSON } });
}

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
export function searchBundle(page: ChartPage, search: ChartSearch, address: URL, base: string): Fhir.Bundle {
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

export function historyBundle(versions: readonly Stored<ChartResource>[], base: string): Fhir.Bundle {
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
export function capabilityStatement(version: string, base: string): Fhir.CapabilityStatement {
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

function restResource(type: ChartResource['resourceType']): Fhir.CapabilityStatementRestResource {
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

const DEFAULT_COUNT = 20;
const MAX_COUNT = 100;
const MAX_OFFSET = 10_000;
/** Parameters that change nothing here: there is one format, and the total is always given. */
const WITHOUT_EFFECT = ['_format', '_pretty', '_total'];

/** A FHIR search from an address. Which parameters a type has is the chart's to know. */
export function readFhirSearch(resourceType: ChartResourceType, query: URLSearchParams): ChartSearch {
  const parameters = [...query].filter(
    ([name]) => name !== '_count' && name !== '_offset' && !WITHOUT_EFFECT.includes(name),
  );
  return {
    resourceType,
    parameters,
    count: Math.min(wholeNumber(query, '_count', DEFAULT_COUNT, 1), MAX_COUNT),
    offset: wholeNumber(query, '_offset', 0, 0),
  };
}

function wholeNumber(query: URLSearchParams, name: string, otherwise: number, minimum: number): number {
  const text = query.get(name);
  if (text === null) return otherwise;
  const value = /^\d{1,6}$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= MAX_OFFSET) return value;
  throw new GalenError('BAD_REQUEST', { problem: `${name}: expected ${minimum} to ${MAX_OFFSET}` });
}
