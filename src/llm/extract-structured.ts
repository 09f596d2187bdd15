import { jsonrepair } from 'jsonrepair';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { balancedSlices } from './balanced-slices.ts';

export type Extraction<Output> = { ok: true; value: Output } | { ok: false; problem: string };

const MAX_LENGTH = 200_000;
const MAX_PROBLEMS = 10;
/** Enough for honest anchors, too few for an alias bomb. */
const MAX_YAML_ALIASES = 20;

/**
 * Finds the structured answer in what a model wrote: bare or fenced JSON, JSON amid prose, JSON with small
 * faults, YAML. What is broken off is not completed: half an object is no answer.
 */
export function extractStructured<Output>(text: string, schema: z.ZodType<Output>): Extraction<Output> {
  if (text.length > MAX_LENGTH) return { ok: false, problem: 'The answer is far too long.' };

  let problem = 'The answer holds no complete JSON object.';
  let isFirst = true;
  for (const candidate of candidates(text)) {
    const checked = schema.safeParse(candidate);
    if (checked.success) return { ok: true, value: checked.data };
    // The first candidate is the likeliest to be what the model meant.
    if (isFirst) problem = describe(checked.error);
    isFirst = false;
  }
  return { ok: false, problem };
}

function* candidates(text: string): Generator<unknown> {
  // The last one first: what a model settles on comes after what it considers.
  const fenced = [...text.matchAll(/```[ \t]*([\w-]*)[ \t]*\r?\n(.*?)```/gs)]
    .map((match) => match[2] ?? '')
    .reverse();
  const sources = [text, ...fenced, ...balancedSlices(text).reverse()];

  for (const source of sources) yield* attempted(() => JSON.parse(source));
  for (const source of sources) {
    if (isClosed(source)) yield* attempted(() => JSON.parse(jsonrepair(source)));
  }
  for (const source of [...fenced, text]) {
    yield* attempted(() => parseYaml(source, { maxAliasCount: MAX_YAML_ALIASES, logLevel: 'error' })).filter(
      isCollection,
    );
  }
}

/** A parser that throws has found nothing. */
function attempted(parse: () => unknown): unknown[] {
  try {
    return [parse()];
  } catch {
    return [];
  }
}

/** Only what stands between matching brackets may be mended; mending a broken-off text would invent its end. */
function isClosed(source: string): boolean {
  const trimmed = source.trim();
  return balancedSlices(trimmed)[0] === trimmed;
}

/** Any prose is a YAML scalar. */
function isCollection(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function describe(error: z.ZodError): string {
  return error.issues
    .slice(0, MAX_PROBLEMS)
    .map((issue) => `${issue.path.join('.') || '(top level)'}: ${issue.message}`)
    .join('\n');
}
