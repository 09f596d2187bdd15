import { asSchema } from 'ai';
import { jsonrepair } from 'jsonrepair';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import type { ModelReply } from './call-model.ts';
import type { Task } from './gateway.port.ts';
import type { ModelRequest } from './model-request.ts';

/** What the model wrote, as the task's output, or what is wrong with it. */
export function readOutput<Output>(
  { text, truncated }: Pick<ModelReply, 'text' | 'truncated'>,
  shape: OutputShape,
  task: Pick<Task<never, Output>, 'output' | 'readText'>,
): Extraction<Output> {
  if (shape.kind === 'structured') {
    // YAML cut short is still YAML: only the finish reason tells.
    if (truncated)
      return { ok: false, problem: 'The answer was cut off: it is too long. Write a shorter one.' };
    const found = extractStructured(text, task.output);
    if (found.ok || task.readText === undefined) return found;
    const meant = task.output.safeParse(task.readText(text));
    return meant.success ? { ok: true, value: meant.data } : found;
  }
  const written = (truncated ? wholeSentences(text) : text).trim();
  if (written === '') return { ok: false, problem: 'The answer is empty.' };
  const checked = task.output.safeParse(written);
  return checked.success
    ? { ok: true, value: checked.data }
    : { ok: false, problem: checked.error.issues.map((issue) => issue.message).join('\n') };
}

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

/** Enough for an answer with examples before it. */
const MAX_STARTS = 50;

/**
 * The outermost `{…}` and `[…]` of a text, in order. One that never closes ends the search: what stands inside
 * it is part of something broken off.
 */
export function balancedSlices(text: string): string[] {
  const slices: string[] = [];
  let from = 0;
  for (let starts = 0; starts < MAX_STARTS; starts += 1) {
    const offset = text.slice(from).search(/[{[]/);
    if (offset === -1) break;
    const start = from + offset;
    const end = closingIndex(text, start);
    if (end === 'never') break;
    if (end === 'mismatched') from = start + 1;
    else {
      slices.push(text.slice(start, end + 1));
      from = end + 1;
    }
  }
  return slices;
}

function closingIndex(text: string, start: number): number | 'mismatched' | 'never' {
  const awaited: string[] = [];
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') awaited.push('}');
    else if (character === '[') awaited.push(']');
    else if (character === '}' || character === ']') {
      if (awaited.pop() !== character) return 'mismatched';
      if (awaited.length === 0) return index;
    }
  }
  return 'never';
}

export type JsonSchema = Awaited<ReturnType<typeof asSchema>['jsonSchema']>;

/** How a task's output is asked for. */
export type OutputShape =
  | { kind: 'text' }
  | {
      kind: 'structured';
      schema: JsonSchema /** OpenAI's strict mode takes no optional fields. */;
      strict: boolean;
    };

export async function outputShape(task: Pick<Task<never, unknown>, 'output'>): Promise<OutputShape> {
  if (task.output instanceof z.ZodString) return { kind: 'text' };
  const schema = await asSchema(task.output).jsonSchema;
  return { kind: 'structured', schema, strict: isStrict(schema) };
}

function isStrict(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isStrict);
  if (typeof node !== 'object' || node === null) return true;
  const { properties, required } = ObjectNode.parse(node);
  const complete = Object.keys(properties).every((key) => required.includes(key));
  return complete && Object.values(node).every(isStrict);
}

const ObjectNode = z.object({
  properties: z.record(z.string(), z.unknown()).catch({}),
  required: z.array(z.string()).catch([]),
});

/** What is shown again of a failed answer. */
const MAX_SHOWN = 8_000;

/** The same request, followed by the answer that did not fit and what is wrong with it. */
export function repairRequest(
  request: ModelRequest,
  answer: string,
  problem: string,
  shape: OutputShape,
): ModelRequest {
  const form =
    shape.kind === 'structured'
      ? 'Answer again with the corrected JSON value and nothing else.'
      : 'Answer again.';
  return {
    ...request,
    messages: [
      ...request.messages,
      // Some providers refuse an empty message.
      { role: 'assistant', content: answer.slice(0, MAX_SHOWN) || '(no answer)' },
      { role: 'user', content: `Your answer does not fit:\n${problem}\n\n${form}` },
    ],
  };
}

/**
 * A text that hit the token limit, up to its last finished sentence; empty when there is none.
 * "Safe in pregnancy" must not be what is left of "safe in pregnancy only if…".
 */
export function wholeSentences(text: string): string {
  // A stop at the very end does not count: "2." may be the beginning of "2.5 mg".
  const finished = text.match(/^.*[.!?…。][)\]"'”’]*(?=\s)/s);
  return finished?.[0] ?? '';
}
