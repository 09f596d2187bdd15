import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outputShape } from './output-shape.ts';
import { readOutput } from './read-output.ts';

const structured = { output: z.object({ advice: z.string() }) };
const text = { output: z.string().max(30) };

describe('readOutput', () => {
  it('takes no structure from an answer that hit its limit, however well it parses', async () => {
    const written = { text: 'advice: do not stop the drug unless', truncated: false };
    const shape = await outputShape(structured);
    expect(readOutput(written, shape, structured).ok).toBe(true);
    expect(readOutput({ ...written, truncated: true }, shape, structured).ok).toBe(false);
  });

  it('reads plain text by the task’s own rule only where there is no structure, and holds it to the schema', async () => {
    const task = {
      ...structured,
      readText: (said: string) => ({ advice: said.startsWith('1.') ? said.slice(3) : 0 }),
    };
    const shape = await outputShape(task);
    const read = (said: string) => readOutput({ text: said, truncated: false }, shape, task);
    expect(read('1. Rest.')).toEqual({ ok: true, value: { advice: 'Rest.' } });
    expect(read('{"advice": "Drink."}')).toEqual({ ok: true, value: { advice: 'Drink.' } });
    expect(read('No idea.').ok).toBe(false);
  });

  it('holds free text to its schema', async () => {
    const shape = await outputShape(text);
    expect(readOutput({ text: ' Short. ', truncated: false }, shape, text)).toEqual({
      ok: true,
      value: 'Short.',
    });
    expect(readOutput({ text: 'Long. '.repeat(10), truncated: false }, shape, text).ok).toBe(false);
    expect(readOutput({ text: ' \n', truncated: false }, shape, text).ok).toBe(false);
  });
});
