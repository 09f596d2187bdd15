import { z } from 'zod';
import { type ReceivedRequest, type Reply, says } from '../../llm/testing/fake-model-server.ts';

const Schema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    items: Schema.optional(),
    minItems: z.number().optional(),
    minimum: z.number().optional(),
  }),
);
interface JsonSchema {
  type?: string | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  anyOf?: JsonSchema[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  items?: JsonSchema | undefined;
  minItems?: number | undefined;
  minimum?: number | undefined;
}
const Body = z.object({
  messages: z.array(z.object({ content: z.unknown() })),
  response_format: z
    .object({ json_schema: z.object({ schema: Schema }) })
    .optional()
    .catch(undefined),
});

/**
 * A model that does as its request says and knows nothing: of a schema it fills every field with something that fits, of
 * sources it repeats the first whole sentence.
 */
export function obey(random: () => number): (request: ReceivedRequest) => Reply {
  return ({ body }) => {
    const { messages, response_format } = Body.parse(body);
    const prompt = JSON.stringify(messages.at(-1)?.content ?? '');
    const sentence = /[A-ZÀ-Ỹ][^.\\"]{40,300}\./u.exec(prompt)?.[0] ?? 'Metformin';
    if (!response_format) return says(`${sentence} [1]`);
    return says(JSON.stringify(fill(response_format.json_schema.schema, sentence, random)));
  };
}

function fill(schema: JsonSchema, words: string, random: () => number): unknown {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const options = schema.anyOf && pick(schema.anyOf);
  if (options) return fill(options, words, random);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, fill(part, words, random)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        fill(schema.items ?? {}, words, random),
      );
    case 'string':
      return words.slice(0, 120);
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return random() < 0.5;
    default:
      return null;
  }
}
