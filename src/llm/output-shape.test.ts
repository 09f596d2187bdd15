import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modelRequest, schemaToSend } from './model-request.ts';
import { outputShape } from './output-shape.ts';

const WITH_SCHEMA = { supportsJsonSchema: true };
const prompt = { system: 'Sort.', user: 'This.' };

describe('outputShape', () => {
  it('takes any string schema for free text', async () => {
    expect(await outputShape({ output: z.string().min(2) })).toEqual({ kind: 'text' });
  });

  it('is strict only when every field, at every depth, is required', async () => {
    const strict = await outputShape({ output: z.object({ a: z.object({ b: z.string() }) }) });
    const loose = await outputShape({ output: z.object({ a: z.object({ b: z.string().optional() }) }) });
    expect(strict).toMatchObject({ kind: 'structured', strict: true });
    expect(loose).toMatchObject({ kind: 'structured', strict: false });
  });

  it('asks in the prompt for what the provider cannot be held to', async () => {
    const list = await outputShape({ output: z.array(z.string()) });
    expect(schemaToSend(list, WITH_SCHEMA)).toBeNull();
    expect(modelRequest(prompt, 'Fences.', list, WITH_SCHEMA).system).toContain('"type":"array"');

    const object = await outputShape({ output: z.object({ kind: z.string() }) });
    expect(schemaToSend(object, WITH_SCHEMA)).not.toBeNull();
    expect(modelRequest(prompt, 'Fences.', object, WITH_SCHEMA).system).toBe('Sort.\n\nFences.');
    expect(modelRequest(prompt, 'Fences.', object, { supportsJsonSchema: false }).system).toContain('"kind"');
  });
});
