import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Principal } from '../../domain/access.ts';
import { ErrorBody, GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import type { Log } from '../log.ts';
import { checked, readBody } from './read-body.ts';

export interface AppEnv {
  Variables: { principal: Principal; log: Log; errorCode?: string; isOriginAllowed?: boolean };
}
export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

interface RouteDefinition<Query extends z.ZodType, Body extends z.ZodType> {
  summary: string;
  params?: z.ZodObject;
  /** What the `{id}` of the address is the id of. One that cannot be any, and null or false for an answer, is not found. */
  what?: string;
  query?: Query & z.ZodObject;
  /** JSON, unless it is a form, which the handler reads. */
  body?: Body;
  isForm?: boolean;
  /** Of the body, where more than usual. */
  maxBytes?: number;
  /** Of a request that went well; 200 unless said otherwise. */
  status?: 202;
  answer: z.ZodType | null;
  /** True when the answer may also come as server-sent events. */
  streams?: boolean;
  /** What it gives is the answer, unless it is a response already. */
  handle(request: RouteRequest<z.output<Query>, z.output<Body>>): unknown;
}

interface RouteRequest<Query, Body> {
  c: AppContext;
  principal: Principal;
  /** Of what the definition names, and of nothing without it. */
  id: string;
  query: Query;
  body: Body;
}

/** The value, where there is one. */
export function found<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new GalenError('NOT_FOUND', { what });
  return value;
}

const Id = z.object({ id: z.uuid() });
const Failure = z.object({ error: ErrorBody });

/** A route and its place in the OpenAPI description. Query and body are checked before the handler sees them. */
export function addRoute<Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>(
  app: App,
  method: 'get' | 'post' | 'patch' | 'delete',
  /** As in OpenAPI: `/v1/runs/{id}`. */
  path: string,
  definition: RouteDefinition<Query, Body>,
): void {
  const {
    summary,
    what,
    params = what === undefined ? undefined : Id,
    query,
    body,
    isForm = false,
    answer,
    streams,
    status = 200,
    maxBytes,
  } = definition;
  const bodyType = isForm ? 'multipart/form-data' : 'application/json';
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
  app.on(method.toUpperCase(), path.replace(/\{(\w+)\}/gu, ':$1'), async (c) => {
    // Casts: what no schema was given for, no handler reads.
    const given = {
      query: query ? checked(query, c.req.query()) : undefined,
      body: body && !isForm ? await readBody(c, body, maxBytes) : undefined,
    } as { query: z.output<Query>; body: z.output<Body> };
    const id = what === undefined ? '' : found(Id.safeParse(c.req.param()).data, what).id;
    const answered = await definition.handle({ c, principal: c.get('principal'), id, ...given });
    if (answered instanceof Response) return answered;
    if (what !== undefined) found(answered === false ? null : answered, what);
    // A cast: what an answer is made of is its schema's to say.
    return answer === null ? c.body(null, 204) : c.json(answered as object, status);
  });
}

/** What was thrown, as an error of the catalogue, logged where it is ours and not the asker's. */
export function loggedError(c: Context, caught: unknown, event = 'a request failed'): GalenError {
  const error = caught instanceof GalenError ? caught : new GalenError('INTERNAL', {}, { cause: caught });
  if (c.req.raw.signal.aborted) c.get('log').info({ path: c.req.path }, 'the client left');
  else if (error.status >= 500) c.get('log').error({ err: error, path: c.req.path }, event);
  return error;
}

/** When to try again, in seconds, where nobody knows better. */
const RETRY_AFTER_S = 2;

/** Any failure as `{error: {code, message, retryable}}` with the catalogue's status. */
export function errorResponse(c: Context, caught: unknown): Response {
  const error = loggedError(c, caught);
  c.set('errorCode', error.code);
  const { status, retryable, details } = error;
  const headers = retryable ? { 'retry-after': String(details.seconds ?? RETRY_AFTER_S) } : {};
  return Response.json({ error: error.loggedBody(languageOf(c) ?? undefined) }, { status, headers });
}

/** The language the client asks for; null leaves it to the question's own. */
export function languageOf(c: Context): Language | null {
  const first = /^\s*(en|vi)\b/iu.exec(c.req.header('accept-language') ?? '')?.[1];
  return first === undefined ? null : Language.parse(first.toLowerCase());
}
