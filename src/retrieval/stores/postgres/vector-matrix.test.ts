import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import loadWabt from 'wabt';
import { DOT_INT8 } from './dot-int8.wasm.ts';
import { createVectorMatrix, toCode } from './vector-matrix.ts';

const DIMENSIONS = 20;
const anyVector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values));

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < DIMENSIONS; i += 1) {
    ab += (a[i] ?? 0) * (b[i] ?? 0);
    aa += (a[i] ?? 0) ** 2;
    bb += (b[i] ?? 0) ** 2;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}

const row = (passage_id: string, vector: Float32Array | null, facet_id = 1) => ({
  passage_id,
  revision: '1',
  facet_id,
  code: vector && toCode(vector),
});
const idsOf = (found: readonly { passage_id: string }[]) => found.map(({ passage_id }) => passage_id);

describe('the compiled inner product', () => {
  it('is what its source compiles to', async () => {
    const source = readFileSync(new URL('./dot-int8.wat', import.meta.url), 'utf8');
    const compiled = (await loadWabt()).parseWat('dot-int8.wat', source, { simd: true }).toBinary({});
    expect(DOT_INT8).toBe(Buffer.from(compiled.buffer).toString('base64'));
  });
});

describe('createVectorMatrix', () => {
  it('finds what comparing one by one finds, among the facets asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ vector: anyVector, facet: fc.nat({ max: 3 }) }), { maxLength: 60 }),
        anyVector.filter((vector) => vector.some((value) => Math.abs(value) > 0.01)),
        fc.subarray([0, 1, 2, 3]),
        fc.integer({ min: 1, max: 12 }),
        (rows, asked, facets, limit) => {
          const matrix = createVectorMatrix(DIMENSIONS);
          for (const [i, { vector, facet }] of rows.entries())
            matrix.put(`d${i}`, [row(`p${i}`, vector, facet)]);
          const scores = rows
            .map(({ vector, facet }, i) => ({ i, facet, score: cosine(toCode(vector), toCode(asked)) }))
            .filter(
              ({ facet, i }) =>
                facets.includes(facet) && toCode(rows[i]?.vector ?? asked).some((v) => v !== 0),
            )
            .sort((a, b) => b.score - a.score)
            .slice(0, limit);
          const found = idsOf(matrix.nearest(asked, facets, limit));
          expect(found).toHaveLength(scores.length);
          // Equal scores may come in any order.
          const scoreOf = (id: string) =>
            cosine(toCode(rows[Number(id.slice(1))]?.vector ?? asked), toCode(asked));
          found.forEach((id, at) => {
            expect(scoreOf(id)).toBeCloseTo(scores[at]?.score ?? Number.NaN, 6);
          });
        },
      ),
    );
  });

  it('replaces and drops documents, uses their room again, and grows', () => {
    const matrix = createVectorMatrix(DIMENSIONS);
    const vectorAt = (i: number) =>
      Float32Array.from({ length: DIMENSIONS }, (_, d) => Math.sin(i * 7 + d * i));
    for (let i = 0; i < 3_000; i += 1) matrix.put(`d${i}`, [row(`p${i}`, vectorAt(i)), row(`q${i}`, null)]);
    expect(matrix.size()).toBe(6_000);
    expect(idsOf(matrix.nearest(vectorAt(2_345), [1], 1))).toEqual(['p2345']);
    matrix.put('d2345', [row('new', vectorAt(5_000))]);
    expect(matrix.size()).toBe(5_999);
    expect(idsOf(matrix.nearest(vectorAt(2_345), [1], 1))).not.toEqual(['p2345']);
    expect(idsOf(matrix.nearest(vectorAt(5_000), [1], 1))).toEqual(['new']);
    const bytes = matrix.bytes();
    matrix.drop('d2345');
    matrix.drop('never there');
    matrix.put('later', [row('later', vectorAt(9))]);
    expect(matrix.size()).toBe(5_999);
    expect(matrix.bytes()).toBe(bytes);
    expect(matrix.documents()).not.toContain('d2345');
    expect(idsOf(matrix.nearest(vectorAt(5_000), [1], 1))).not.toEqual(['new']);
  });

  it('finds nothing without facets, and nothing that has no vector', () => {
    const matrix = createVectorMatrix(DIMENSIONS);
    const vector = new Float32Array(DIMENSIONS).fill(1);
    matrix.put('a', [row('a', vector), row('b', null), row('c', new Float32Array(DIMENSIONS))]);
    expect(matrix.nearest(vector, [], 5)).toEqual([]);
    expect(idsOf(matrix.nearest(vector, [1, 7], 5))).toEqual(['a']);
  });
});
