import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { erf, makeRandomModel, seededRandom } from './testing/random-model.ts';
import type { TokenSequence } from './tokenizer.ts';
import { createRegions, createTransformer, openKernel } from './transformer.ts';

const root = new URL('../../', import.meta.url);
const kernelBytes = readFileSync(new URL('models/kernel.wasm', root));

const SMALL = { layers: 2, width: 32, heads: 2, inner: 64, pool: 'mean', outputs: 0 } as const;
const BATCH = [
  { rows: [2, 4, 5, 6, 3], secondAt: 5 },
  { rows: [2, 3], secondAt: 2 },
  { rows: [2, 4, 5, 3, 7, 8, 9, 10, 11, 3], secondAt: 4 },
  { rows: [2, ...Array.from({ length: 21 }, (_, i) => 4 + (i % 8)), 3], secondAt: 23 },
].map((text): TokenSequence => ({ ...text, parts: [] }));

describe('the compiled kernel', () => {
  it('is made from its source', () => {
    const sums = readFileSync(new URL('models/kernel.sha256', root), 'utf8').trim().split('\n');
    expect(sums).toHaveLength(2);
    for (const line of sums) {
      const [sum, path = ''] = line.split(/\s+/u);
      expect(
        createHash('sha256')
          .update(readFileSync(new URL(path, root)))
          .digest('hex'),
        path,
      ).toBe(sum);
    }
  });

  it('has a GELU that is right to 1e-6 over its whole range', () => {
    const kernel = openKernel(kernelBytes);
    const memory = createRegions(kernel);
    const inputs = Float32Array.from({ length: 4_000 }, (_, i) => (i - 2_000) / 200);
    const at = memory.copy(new Uint8Array(inputs.buffer));
    kernel.gelu(at, inputs.length);
    const outputs = memory.floats(at, inputs.length);
    const errors = [...inputs].map((v, i) =>
      Math.abs((outputs[i] ?? 0) - (v * (1 + erf(v / Math.SQRT2))) / 2),
    );
    expect(Math.max(...errors)).toBeLessThan(1e-6);
  });

  it('rounds to the nearest step and multiplies exactly, at the largest values too', () => {
    const kernel = openKernel(kernelBytes);
    const memory = createRegions(kernel);
    const random = seededRandom(3);
    const [rows, width, outputs] = [8, 1_536, 38];
    const x = Float32Array.from({ length: rows * width }, (_, i) => (i < width ? 9 : 20 * random() - 10));
    const weights = Int8Array.from({ length: outputs * width }, (_, i) =>
      i < width ? 127 : 254 * random() - 127,
    );
    const [scales, bias] = [0, 1].map(() => Float32Array.from({ length: outputs }, () => random() / 100));
    const place = (values: Float32Array<ArrayBuffer> | Int8Array<ArrayBuffer> | undefined) =>
      memory.copy(new Uint8Array(values?.buffer ?? new ArrayBuffer(0)));
    const [xAt, weightsAt, scalesAt, biasAt] = [place(x), place(weights), place(scales), place(bias)];
    const [codes, steps] = [memory.reserve(rows * width * 2), memory.reserve(rows * 4)];
    const out = memory.reserve(rows * outputs * 4);
    kernel.quantise(xAt, codes, steps, rows, width);
    kernel.linear(codes, steps, rows, width, weightsAt, scalesAt, biasAt, outputs, out);
    const found = memory.floats(out, rows * outputs);
    const step = memory.floats(steps, rows);
    const rounded = new Int16Array(kernel.memory.buffer, codes, rows * width);
    for (let r = 0; r < rows; r += 1) {
      for (let i = r * width; i < (r + 1) * width; i += 1) {
        const error = (rounded[i] ?? 0) * (step[r] ?? 0) - (x[i] ?? 0);
        expect(Math.abs(error)).toBeLessThan((step[r] ?? 0) * 0.501);
      }
      for (let o = 0; o < outputs; o += 1) {
        let sum = 0;
        for (let i = 0; i < width; i += 1)
          sum += (rounded[r * width + i] ?? 0) * (weights[o * width + i] ?? 0);
        const expected = sum * (step[r] ?? 0) * (scales?.[o] ?? 0) + (bias?.[o] ?? 0);
        expect(found[r * outputs + o]).toBeCloseTo(expected, 3);
      }
    }
  });
});

describe('createTransformer', () => {
  it.each([
    ['vectors', SMALL],
    ['more heads and an odd number of layers', { ...SMALL, layers: 3, width: 48, heads: 3, inner: 96 }],
    ['a head on the mean', { ...SMALL, outputs: 1 }],
    ['a head on the first row', { ...SMALL, pool: 'cls', outputs: 3 }],
    ['a head on the first row and the second text', { ...SMALL, pool: 'cls+second', outputs: 3 }],
  ] as const)('computes what the network written down plainly computes: %s', (_, shape) => {
    const { model, naive } = makeRandomModel(shape);
    const transformer = createTransformer(kernelBytes, model);
    const batch = shape.pool === 'cls+second' ? BATCH.slice(2, 3) : BATCH;
    const found = transformer.run(batch);
    expect(found).toHaveLength(batch.length * transformer.size);
    for (const [i, text] of batch.entries()) {
      const expected = naive(text);
      const row = found.subarray(i * transformer.size, (i + 1) * transformer.size);
      for (const [k, value] of expected.entries()) expect(Math.abs((row[k] ?? 0) - value)).toBeLessThan(2e-3);
    }
  });

  it('judges each part of a second text by the first row and its own rows', () => {
    const { model, naive } = makeRandomModel({ ...SMALL, pool: 'cls+second', outputs: 2 });
    const transformer = createTransformer(kernelBytes, model);
    const [text] = BATCH.slice(2, 3);
    if (!text) throw new Error('no text');
    const all: [number, number] = [text.secondAt, text.rows.length];
    const found = transformer.run([{ ...text, parts: [[4, 6], all] }, text]);
    const whole = naive(text);
    expect(found).toHaveLength(6);
    // All of the second text as a part is what its last output says of it.
    expect(Math.abs((found[3] ?? 0) - (whole[1] ?? 0))).toBeLessThan(2e-3);
    expect(found[2]).not.toBeCloseTo(found[3] ?? 0, 3);
    expect([...found.subarray(4)]).toEqual([...found.subarray(0, 2)]);
  });

  it('gives a text the same result alone and in any batch', () => {
    const transformer = createTransformer(kernelBytes, makeRandomModel(SMALL).model);
    const together = transformer.run([...BATCH, ...BATCH]);
    const alone = BATCH.map((text) => transformer.run([text]));
    expect([...together]).toEqual([...alone, ...alone].flatMap((row) => [...row]));
  });

  it('takes the layers that it lacks from the encoder whose words it reads with', () => {
    const { model } = makeRandomModel({ ...SMALL, outputs: 1 });
    const tensors = model.header.tensors.filter(({ name }) => !name.startsWith('layers.0.'));
    const lacking = { ...model, header: { ...model.header, tensors } };
    expect(() => createTransformer(kernelBytes, lacking)).toThrow('layers.0.qkv is not');
    const shared = createTransformer(kernelBytes, { ...lacking, words: model });
    expect([...shared.run(BATCH)]).toEqual([...createTransformer(kernelBytes, model).run(BATCH)]);
  });

  it('refuses weights of another shape than the header says', () => {
    const { model } = makeRandomModel(SMALL);
    const header = { ...model.header, inner: 128 };
    expect(() => createTransformer(kernelBytes, { ...model, header })).toThrow(
      'layers.0.up is not 128 × 32 i8',
    );
  });
});
