import { OpenAPIHono } from '@hono/zod-openapi';
import { GalenError } from '../../domain/errors.ts';
import type { Galen } from '../compose.ts';
import { demoPrincipal } from '../demo-principals.ts';
import type { Log } from '../log.ts';
import { addMcpRoutes } from '../mcp-server.ts';
import { addActivityRoutes } from './activity-routes.ts';
import { addApprovalRoutes } from './approval-routes.ts';
import { addAskRoutes } from './ask-routes.ts';
import { addAskerRoutes } from './asker-routes.ts';
import { addAuditRoutes } from './audit-routes.ts';
import { addCompareRoutes } from './compare-routes.ts';
import { addConversationRoutes } from './conversation-routes.ts';
import { addDeskRoutes } from './desk-routes.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { errorResponse } from './error-response.ts';
import { addFhirRoutes } from './fhir-routes.ts';
import { addFlowRoutes } from './flow-routes.ts';
import { guardOrigin } from './guard-origin.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addJobRoutes } from './job-routes.ts';
import { addMemoryRoutes } from './memory-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import { addPatientRoutes } from './patient-routes.ts';
import type { App, AppContext } from './route.ts';
import { addRunRoutes } from './run-routes.ts';
import { addSearchRoutes } from './search-routes.ts';

/** Galen over HTTP. */
export function createApp(galen: Galen, log: Log, version: string): App {
  const app: App = new OpenAPIHono();
  app.onError((error, c) => {
    if (c.req.raw.signal.aborted) log.info({ path: c.req.path }, 'the client left');
    else if (!(error instanceof GalenError) || error.status >= 500)
      log.error({ err: error }, 'a request failed');
    return errorResponse(c, error);
  });
  app.notFound((c) => errorResponse(c, new GalenError('NOT_FOUND', { what: 'address' })));
  app.use(async (c, next) => {
    const started = Date.now();
    c.set('log', log);
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
    const code = c.get('errorCode') ?? null;
    log.info(
      { method: c.req.method, path: c.req.path, status: c.res.status, code, ms: Date.now() - started },
      'request',
    );
  });
  app.use(guardOrigin);
  const authenticate = async (c: AppContext, next: () => Promise<void>) => {
    c.set('principal', demoPrincipal(c.req.header('x-galen-as')));
    await next();
  };
  for (const path of ['/v1/*', '/fhir/*', '/mcp']) app.use(path, authenticate);

  addHealthRoutes(app, galen);
  addAskRoutes(app, galen);
  addDeskRoutes(app, galen);
  addCompareRoutes(app, galen);
  addRunRoutes(app, galen);
  addConversationRoutes(app, galen);
  addMemoryRoutes(app, galen);
  addApprovalRoutes(app, galen);
  addSearchRoutes(app, galen);
  addDocumentRoutes(app, galen);
  addJobRoutes(app, galen);
  addAuditRoutes(app, galen);
  addActivityRoutes(app, galen);
  addFlowRoutes(app, galen);
  addAskerRoutes(app, galen);
  addPageRoutes(app);
  addPatientRoutes(app, galen);
  addFhirRoutes(app, galen, version);
  addMcpRoutes(app, galen);
  // After all others, so that only a method nobody else took comes here.
  for (const path of new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map((route) => route.path),
  )) {
    app.all(path, (c) => errorResponse(c, new GalenError('METHOD_NOT_ALLOWED', { method: c.req.method })));
  }
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Galen',
      version,
      description: 'One assistant for a whole hospital.',
      license: { name: 'Apache-2.0' },
    },
  });
  return app;
}
