import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from './embedder.port.ts';

/** What every embedder does. */
export function embedderContract(
  name: string,
  open: () => Promise<{ embedder: Embedder; close: () => Promise<void> }>,
): void {
  describe(`the embedder contract: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const embed = (texts: readonly string[], kind: 'query' | 'passage' = 'passage') =>
      opened.embedder.embed(texts, { kind, signal: new AbortController().signal });

    it('gives unit vectors of its dimensions', async () => {
      for (const kind of ['query', 'passage'] as const) {
        const vectors = await embed(['metformin and vitamin B12', 'Đau đầu là gì?'], kind);
        expect(vectors).toHaveLength(2);
        for (const vector of vectors) {
          expect(vector).toBeInstanceOf(Float32Array);
          expect(vector).toHaveLength(opened.embedder.dimensions);
          expect(Math.hypot(...vector)).toBeCloseTo(1);
        }
      }
    });

    it('gives the same vector for the same text, alone or among many, each in its place', async () => {
      const texts = Array.from({ length: 150 }, (_, i) => `passage number ${i} of ${(i * 7919) % 1_009}`);
      const together = await embed(texts);
      expect(together).toHaveLength(texts.length);
      for (const i of [0, 31, 32, 63, 64, 149]) {
        expect(together[i]).toEqual((await embed([texts[i] ?? '']))[0]);
      }
      expect(together[0]).not.toEqual(together[149]);
    });

    it('embeds none for none', async () => {
      expect(await embed([])).toEqual([]);
    });

    it('says what its cosines mean, and how much they count', () => {
      const { scale, share, id } = opened.embedder;
      expect(scale.same).toBeGreaterThan(scale.unrelated);
      for (const part of [share.en, share.vi]) {
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(1);
      }
      expect(id).not.toBe('');
    });
  });
}
