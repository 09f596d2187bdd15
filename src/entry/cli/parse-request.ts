import type { z } from 'zod';
import { GalenError } from '../../domain/errors.ts';
import { describeProblem } from '../http/read-body.ts';

/** Options as a request of the same schema that HTTP uses. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, values: object): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new GalenError('BAD_REQUEST', { problem: describeProblem(parsed.error) });
}
