import type { Context } from 'hono';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';

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
