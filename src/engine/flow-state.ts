import { z } from 'zod';
import { GalenError } from '../domain/errors.ts';

export type StateValues = Readonly<Record<string, unknown>>;

/** The keys a step has asked for, parsed by its own schema. A key that nobody has written is named. */
export function readState(node: string, schema: z.ZodObject, values: StateValues): Record<string, unknown> {
  const asked: Record<string, unknown> = {};
  for (const key of Object.keys(schema.shape)) if (Object.hasOwn(values, key)) asked[key] = values[key];
  const parsed = schema.safeParse(asked);
  if (parsed.success) return parsed.data;

  const faulty = new Set(parsed.error.issues.flatMap(({ path }) => path.slice(0, 1).map(String)));
  const unwritten = [...faulty].filter((key) => !Object.hasOwn(asked, key));
  if (unwritten.length === 0) throw parsed.error;
  throw new GalenError('FLOW_UNWRITTEN_READ', { node, keys: unwritten.join(', ') });
}

/** The state after a step's writes, each checked by the state's schema. Writing `undefined` takes a key away. */
export function writeState(
  node: string,
  schema: z.ZodObject,
  values: StateValues,
  writes: object = {},
): StateValues {
  const next: Record<string, unknown> = { ...values };
  for (const [key, value] of Object.entries(writes)) {
    if (!Object.hasOwn(schema.shape, key)) {
      throw new GalenError('FLOW_BAD_WRITE', { node, problem: `${key}: not in the state` });
    }
    const parsed = z.safeParse(schema.shape[key], value);
    if (!parsed.success) {
      const problem = describeIssues(parsed.error.issues, key);
      throw new GalenError('FLOW_BAD_WRITE', { node, problem }, { cause: parsed.error });
    }
    if (parsed.data === undefined) delete next[key];
    else next[key] = parsed.data;
  }
  return next;
}

const MOST_SHOWN = 3;

/** Where a value is wrong and how, without the value: error messages end up in logs. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], root: string): string {
  return issues
    .slice(0, MOST_SHOWN)
    .map((issue) => {
      const place = [root, ...issue.path.map(String)].join('.');
      return issue.code === 'invalid_type'
        ? `${place}: expected ${issue.expected}`
        : `${place}: ${issue.code}`;
    })
    .join('; ');
}
