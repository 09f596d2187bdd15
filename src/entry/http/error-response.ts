import type { Context } from 'hono';
import { GalenError } from '../../domain/errors.ts';
import type { Language } from '../../domain/language.ts';

/** Any failure as `{error: {code, message, retryable}}` with the catalogue's status. */
export function errorResponse(c: Context, caught: unknown): Response {
  const error = caught instanceof GalenError ? caught : new GalenError('INTERNAL', {}, { cause: caught });
  c.set('errorCode', error.code);
  return Response.json({ error: error.body(languageOf(c)) }, { status: error.status });
}

/** Vietnamese for those who ask for it first, English for all others. */
export function languageOf(c: Context): Language {
  return /^\s*vi\b/iu.test(c.req.header('accept-language') ?? '') ? 'vi' : 'en';
}
