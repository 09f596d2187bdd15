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
