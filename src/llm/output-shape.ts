import { asSchema } from 'ai';
import { z } from 'zod';
import type { Task } from './gateway.port.ts';

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
