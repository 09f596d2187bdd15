import { z } from '@hono/zod-openapi';
import type { OperationOutcome } from '@medplum/fhirtypes';
import type { ChartResourceType } from '../../chart/chart.port.ts';
import { isChartResourceType } from '../../chart/search-parameters.ts';
import { mayUseCharts } from '../../domain/access.ts';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { languageOf } from './error-response.ts';
import { capabilityStatement, historyBundle, searchBundle } from './fhir-bundles.ts';
import { readFhirSearch } from './read-fhir-search.ts';
import { recordChartAccess } from './record-chart-access.ts';
import { type App, type AppContext, addRoute } from './route.ts';

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
    const resource = await look(c, type, (id) => chart.read(c.get('principal'), type, id));
    if (resource === null) throw new GalenError('NOT_FOUND', { what: type });
    const etag = `W/"${resource.meta?.versionId ?? '1'}"`;
    c.header('ETag', etag);
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return fhirJson(c, resource);
  });

  add('{type}/{id}/_history', 'All versions of one resource, newest first', IdParam, async (c) => {
    const type = typeOf(c);
    const versions = await look(c, type, (id) => chart.history(c.get('principal'), type, id));
    if (versions.length === 0) throw new GalenError('NOT_FOUND', { what: type });
    return fhirJson(c, historyBundle(versions, baseOf(c)));
  });

  function add(
    path: string,
    summary: string,
    params: z.ZodObject | null,
    handler: (c: AppContext) => Promise<Response>,
  ): void {
    const definition = { method: 'get', path: `${BASE}/${path}`, summary, answer: FhirResource } as const;
    addRoute(app, { ...definition, ...(params === null ? {} : { params }) }, async (c) => {
      try {
        return await handler(c);
      } catch (error) {
        // What is a fault of ours goes the way of all faults, into the log.
        if (error instanceof GalenError && error.status < 500) return outcomeResponse(c, error);
        throw error;
      }
    });
  }

  function look<Result>(c: AppContext, type: ChartResourceType, read: (id: string) => Promise<Result>) {
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

/** FHIR clients expect errors as an OperationOutcome; ours stands in its details. */
function outcomeResponse(c: AppContext, error: GalenError): Response {
  c.set('errorCode', error.code);
  const codes = { FORBIDDEN: 'forbidden', NOT_FOUND: 'not-found' } as const;
  const code = error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND' ? codes[error.code] : 'invalid';
  const { message } = error.body(languageOf(c) ?? undefined);
  const outcome: OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code, details: { coding: [{ code: error.code }], text: message } }],
  };
  return Response.json(outcome, { status: error.status, headers: { 'content-type': FHIR_JSON } });
}
