import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHashEmbedder } from './hash-embedder.ts';

const embedder = createHashEmbedder();
const embed = (...texts: string[]) =>
  embedder.embed(texts, { kind: 'query', signal: new AbortController().signal });
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
const cosine = async (a: string, b: string) => {
  const [x, y] = await embed(a, b);
  return dot(x ?? new Float32Array(), y ?? new Float32Array());
};

describe('createHashEmbedder', () => {
  it('gives unit vectors of its dimensions, the same for the same text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const [first, second] = await embed(text, text);
        expect(first).toEqual(second);
        expect(first?.length).toBe(embedder.dimensions);
        const length = Math.hypot(...(first ?? []));
        // Only a text without a word of three letters has no direction.
        if (/[\p{L}\p{N}]{6}/u.test(text.normalize('NFD').replace(/\p{M}/gu, '')))
          expect(length).toBeCloseTo(1);
        else expect(length < 0.001 || Math.abs(length - 1) < 0.001).toBe(true);
      }),
    );
  });

  it('brings misspelt and inflected words near, and keeps other words away', async () => {
    expect(await cosine('dapagliflozin', 'dapaglifozin')).toBeGreaterThan(embedder.scale.unrelated + 0.2);
    expect(await cosine('hypertension', 'hypertensive')).toBeGreaterThan(embedder.scale.unrelated + 0.1);
    expect(await cosine('hypertension', 'caries')).toBeLessThan(0.2);
  });

  it('takes Vietnamese with and without marks for the same', async () => {
    expect(await cosine('điều trị tăng huyết áp', 'dieu tri tang huyet ap')).toBeCloseTo(1);
  });

  it('has no direction for words too short to tell', async () => {
    const [vector] = await embed('a bc 😀');
    expect(vector?.every((value) => value === 0)).toBe(true);
  });

  it('embeds none for none', async () => {
    expect(await embed()).toEqual([]);
  });
});
