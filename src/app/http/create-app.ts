import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { mayAddDocuments, mayAudit, mayUseCharts } from '../../domain/access.ts';
import { Asker } from '../../domain/ask.ts';
import { GalenError } from '../../domain/errors.ts';
import { demoNames } from '../auth/demo-principals.ts';
import { principalOf } from '../auth/sign-in.ts';
import type { Galen } from '../compose.ts';
import { addCdsRoutes, isCdsOrigin } from '../interop/cds-routes.ts';
import { addSmartRoutes, isLaunch, openLaunches } from '../interop/smart-routes.ts';
import type { Log } from '../log.ts';
import { addMcpRoutes } from '../mcp/mcp-server.ts';
import { addApprovalRoutes } from './approval-routes.ts';
import { addAskRoutes } from './ask-routes.ts';
import { addAuditRoutes } from './audit-routes.ts';
import { addConversationRoutes } from './conversation-routes.ts';
import { addDocumentRoutes, UPLOAD_LIMITS } from './document-routes.ts';
import { addFeedbackRoutes } from './feedback-routes.ts';
import { addFhirRoutes } from './fhir-routes.ts';
import { addMemoryRoutes } from './memory-routes.ts';
import { addPageRoutes } from './page-routes.ts';
import { addPatientRoutes } from './patient-routes.ts';
import { type App, type AppContext, type AppEnv, addRoute, errorResponse } from './route.ts';

/** Galen over HTTP. */
export function createApp(galen: Galen, log: Log, version: string): App {
  const app: App = new OpenAPIHono();
  app.onError((error, c) => errorResponse(c, error));
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
  app.use(async (c, next) => {
    if (isLaunch(c) || isCdsOrigin(galen, c.req.path, c.req.header('origin'))) c.set('isOriginAllowed', true);
    await next();
  });
  app.use(guardOrigin(galen.config.GALEN_AUTH === 'none'));
  const authenticate = async (c: AppContext, next: () => Promise<void>) => {
    c.set('principal', await principalOf(galen, c));
    await next();
  };
  for (const path of ['/v1/*', '/fhir/*', '/mcp', '/smart/*']) app.use(path, authenticate);

  addHealthRoutes(app, galen);
  addAskRoutes(app, galen);
  addConversationRoutes(app, galen);
  addFeedbackRoutes(app, galen);
  addMemoryRoutes(app, galen);
  addApprovalRoutes(app, galen);
  addDocumentRoutes(app, galen);
  addAuditRoutes(app, galen);
  addAskerRoutes(app, galen);
  addPageRoutes(app);
  const { launches, chartOf } = openLaunches(galen);
  addPatientRoutes(app, galen, chartOf);
  addFhirRoutes(app, galen, version);
  addMcpRoutes(app, galen);
  addCdsRoutes(app, galen);
  addSmartRoutes(app, galen, launches);
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

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d+){3}|::1|::ffff:127(?:\.\d+){3})$/u;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/iu;

/**
 * Without sign-in only this machine may ask, and only by its own name: a name that was made to point here is turned
 * away. A page of any other origin always is, another port of this machine included. A program sends neither header.
 */
export const guardOrigin = (isLocalOnly: boolean) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const host = c.req.header('host') ?? '';
    const isLocal = () =>
      LOOPBACK_ADDRESS.test(getConnInfo(c).remote.address ?? '') && LOOPBACK_HOST.test(host);
    if ((isLocalOnly && !isLocal()) || !(c.get('isOriginAllowed') || isOwnPage(c, host)))
      throw new GalenError('FORBIDDEN');
    // PostgreSQL has no such character in a text, and no query of ours has a use for it.
    if (/%00/u.test(new URL(c.req.url).search))
      throw new GalenError('BAD_REQUEST', { problem: 'the query holds a character that is no text' });
    await next();
  });

/** The browser's word for where a request comes from, or, of one too old to tell, the origin that it names. */
function isOwnPage(c: Context, host: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return true;
  const origin = c.req.header('origin');
  // Behind a proxy that ends TLS, the page's own origin has another scheme than this server.
  if (origin !== undefined) return [`http://${host}`, `https://${host}`].includes(origin);
  // A link to a page, from another port; nothing is changed by it, and nothing that it reads is given to who links.
  return site === undefined || (site === 'same-site' && ['GET', 'HEAD'].includes(c.req.method));
}

const Status = z.object({ status: z.literal('ok') });

const Readiness = Status.extend({
  /** Passages of all that are indexed as they should be, while there is something to do; all are found by their words. */
  indexing: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
});

export function addHealthRoutes(app: App, { database, records, instance, indexing }: Galen): void {
  addRoute(app, 'get', '/healthz', {
    summary: 'The process is alive',
    answer: Status,
    handle: ({ c }) => {
      // So a command finds out whether who listens here is the server it was told of.
      c.header('X-Galen-Instance', instance);
      return { status: 'ok' };
    },
  });

  addRoute(app, 'get', '/readyz', {
    summary: 'The database takes what is written to it; the code of an error says what of it fails',
    answer: Readiness,
    handle: async () => {
      await database.ping();
      await records.heartbeat();
      return { status: 'ok', indexing: indexing() };
    },
  });
}

export function addAskerRoutes(
  app: App,
  { config, flows, gateway }: Pick<Galen, 'config' | 'flows' | 'gateway'>,
): void {
  addRoute(app, 'get', '/v1/me', {
    summary: 'Who the caller is, and what is here for them',
    answer: Asker,
    handle: ({ principal }): Asker => ({
      principal,
      demo: config.GALEN_AUTH === 'none' ? demoNames() : [],
      flows: flows.map(({ name }) => name),
      model: gateway.modelName,
      may_audit: mayAudit(principal),
      may_use_charts: mayUseCharts(principal),
      may_add_documents: mayAddDocuments(principal),
      upload_limits: UPLOAD_LIMITS,
    }),
  });
}
