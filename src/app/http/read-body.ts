import type { Context } from 'hono';
import { z } from 'zod';
import { parseJson } from '../../domain/canonical-json.ts';
import { GalenError } from '../../domain/errors.ts';
import { isReadable } from '../../gates/front/check-form.ts';

/** Ten thousand characters of any script, JSON-escaped, with room for the other fields. */
export const MAX_BODY_BYTES = 128 * 1024;

/** What an asker writes that is no question. */
export function ownWords(maxLength: number) {
  return z.string().trim().max(maxLength).refine(isReadable, 'holds characters that are no text');
}

/** The request's JSON body, checked against a schema. Nothing of a bad one is kept but the code of the error. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  limit = MAX_BODY_BYTES,
): Promise<z.output<Schema>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json(?:\s*;|$)/iu.test(type)) {
    throw new GalenError('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' });
  }
  const body = parseJson(decodeUtf8(await readBytes(c.req.raw, limit)));
  if (body === undefined) throw new GalenError('BAD_JSON');
  return checked(schema, body);
}

/** What was given, as the schema has it; a bad request where it does not fit. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new GalenError('BAD_REQUEST', { problem: describeProblem(parsed.error) });
}

/** Which fields are wrong and how, without repeating what they held. */
function describeProblem(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => {
      const where = issue.path.map(String).join('.') || 'body';
      if (issue.code === 'unrecognized_keys') return `${where}: has fields that are not known`;
      if (issue.code === 'invalid_type') return `${where}: expected ${issue.expected}`;
      return `${where}: ${issue.message}`;
    })
    .join('; ');
}

/** The request's body, read no further than the limit. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new GalenError('BODY_TOO_LARGE', { limit });
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new GalenError('BAD_ENCODING', {}, { cause: error });
  }
}
