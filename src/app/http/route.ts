import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, Handler } from 'hono';
import type { Principal } from '../../domain/access.ts';
import { ErrorBody, GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import type { Log } from '../log.ts';

export interface AppEnv {
  Variables: { principal: Principal; log: Log; errorCode?: string };
}
export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

interface RouteDefinition {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** As in OpenAPI: `/v1/runs/{id}`. */
  path: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** JSON unless said otherwise. */
  bodyType?: 'multipart/form-data';
  /** Of a request that went well; 200 unless said otherwise. */
  status?: 202;
  answer: z.ZodType | null;
  /** True when the answer may also come as server-sent events. */
  streams?: boolean;
}

/** The id of the address; one that cannot be any is not found. */
export function idOf(c: AppContext, what: string): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw notFound(what);
  return id.data;
}

export function notFound(what: string): GalenError {
  return new GalenError('NOT_FOUND', { what });
}

const Failure = z.object({ error: ErrorBody });

/** A route and its place in the OpenAPI description. Bodies are read by `readBody`, which says what is wrong with them. */
export function addRoute(app: App, definition: RouteDefinition, handler: Handler<AppEnv>): void {
  const { method, path, summary, params, query, body, answer, streams } = definition;
  const { bodyType = 'application/json', status = 200 } = definition;
  app.openAPIRegistry.registerPath(
    createRoute({
      method,
      path,
      summary,
      request: {
        ...(params ? { params } : {}),
        ...(query ? { query } : {}),
        ...(body ? { body: { content: { [bodyType]: { schema: body } }, required: true } } : {}),
      },
      responses: {
        ...(answer
          ? {
              [status]: {
                description: summary,
                content: {
                  'application/json': { schema: answer },
                  ...(streams ? { 'text/event-stream': { schema: z.string() } } : {}),
                },
              },
            }
          : { 204: { description: summary } }),
        default: {
          description: 'An error of the catalogue',
          content: { 'application/json': { schema: Failure } },
        },
      },
    }),
  );
  app.on(method.toUpperCase(), path.replace(/\{(\w+)\}/gu, ':$1'), handler);
}

/** Any failure as `{error: {code, message, retryable}}` with the catalogue's status. */
export function errorResponse(c: Context, caught: unknown): Response {
  const error = caught instanceof GalenError ? caught : new GalenError('INTERNAL', {}, { cause: caught });
  c.set('errorCode', error.code);
  return Response.json({ error: error.body(languageOf(c) ?? undefined) }, { status: error.status });
}

/** The language the client asks for; null leaves it to the question's own. */
export function languageOf(c: Context): Language | null {
  const first = /^\s*(en|vi)\b/iu.exec(c.req.header('accept-language') ?? '')?.[1];
  return first === undefined ? null : Language.parse(first.toLowerCase());
}
