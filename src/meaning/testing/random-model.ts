import type { LoadedModel, ModelHeader } from '../model-files.ts';
import type { TokenSequence } from '../tokenizer.ts';

type Shape = Pick<ModelHeader, 'layers' | 'width' | 'heads' | 'inner' | 'pool' | 'outputs'>;
type Matrix = number[][];

const VOCABULARY = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'a', 'b', 'c', 'd', 'e', 'f', '##a', '##b'];
const POSITIONS = 64;

/** A model of random weights in the format that ships, and its network written down plainly, in double precision. */
export function makeRandomModel(shape: Shape, seed = 1) {
  const { layers, width, heads, inner, pool, outputs } = shape;
  const random = seededRandom(seed);
  const tensors: ModelHeader['tensors'] = [];
  const bytes: number[] = [];
  const values = new Map<string, Matrix>();
  const pooledWidth = pool === 'cls+second' ? 2 * width : width;

  coded('words', 'i6', VOCABULARY.length, width, 1);
  coded('positions', 'i8', POSITIONS, width, 0.5);
  exact('types', 2, width);
  norm('norm');
  for (let i = 0; i < layers; i += 1) {
    linear(`layers.${i}.qkv`, 3 * width, width);
    linear(`layers.${i}.out`, width, width);
    norm(`layers.${i}.norm1`);
    linear(`layers.${i}.up`, inner, width);
    linear(`layers.${i}.down`, width, inner);
    norm(`layers.${i}.norm2`);
  }
  if (outputs > 0) {
    exact('head.weight', outputs, pooledWidth);
    exact('head.bias', 1, outputs);
  }
  const weights = new SharedArrayBuffer(bytes.length);
  new Uint8Array(weights).set(bytes);
  const header: ModelHeader = {
    ...shape,
    format: 1,
    name: 'encoder',
    version: 'random',
    vocabulary: VOCABULARY.length,
    positions: POSITIONS,
    limits: { first: POSITIONS / 2, second: POSITIONS / 2 },
    files: [],
    tensors,
  };
  const model: LoadedModel = { header, vocabulary: `${VOCABULARY.join('\n')}\n`, weights };
  return { model, bytes: Uint8Array.from(bytes), naive };

  function naive({ rows, secondAt }: TokenSequence): number[] {
    let x = rows.map((row, position) =>
      add(add(get('words', row), get('positions', position)), get('types', position < secondAt ? 0 : 1)),
    );
    x = x.map((row) => normalised(row, 'norm'));
    for (let i = 0; i < layers; i += 1) {
      const name = `layers.${i}`;
      const seen = attend(apply(x, `${name}.qkv`));
      x = apply(seen, `${name}.out`).map((row, t) => normalised(add(row, x[t] ?? []), `${name}.norm1`));
      const up = apply(x, `${name}.up`).map((row) => row.map((v) => (v * (1 + erf(v / Math.SQRT2))) / 2));
      x = apply(up, `${name}.down`).map((row, t) => normalised(add(row, x[t] ?? []), `${name}.norm2`));
    }
    const first = x[0] ?? [];
    const pooled = {
      mean: () => mean(x),
      cls: () => first,
      'cls+second': () => [...first, ...mean(x.slice(secondAt))],
    }[pool]();
    if (outputs > 0) {
      return Array.from(
        { length: outputs },
        (_, o) => dot(pooled, get('head.weight', o)) + at('head.bias', o),
      );
    }
    return pooled.map((v) => v / Math.sqrt(dot(pooled, pooled)));
  }

  function attend(qkv: Matrix): Matrix {
    const head = width / heads;
    return qkv.map((query) =>
      Array.from({ length: heads }, (_, h) => {
        const part = (row: number[], third: number) =>
          row.slice(third * width + h * head, third * width + (h + 1) * head);
        const powers = qkv.map((row) => Math.exp(dot(part(query, 0), part(row, 1)) / Math.sqrt(head)));
        const sum = powers.reduce((a, b) => a + b, 0);
        return Array.from({ length: head }, (_, d) =>
          qkv.reduce((total, row, j) => total + ((powers[j] ?? 0) / sum) * (part(row, 2)[d] ?? 0), 0),
        );
      }).flat(),
    );
  }

  function apply(x: Matrix, name: string): Matrix {
    const matrix = values.get(name) ?? [];
    return x.map((row) => matrix.map((weights, o) => dot(row, weights) + at(`${name}.bias`, o)));
  }

  function normalised(row: number[], name: string): number[] {
    const middle = row.reduce((a, b) => a + b, 0) / row.length;
    const spread = Math.sqrt(row.reduce((sum, v) => sum + (v - middle) ** 2, 0) / row.length + 1e-12);
    return row.map((v, i) => ((v - middle) / spread) * at(`${name}.weight`, i) + at(`${name}.bias`, i));
  }

  function get(name: string, row: number): number[] {
    return values.get(name)?.[row] ?? [];
  }

  function at(name: string, column: number): number {
    return get(name, 0)[column] ?? Number.NaN;
  }

  function linear(name: string, rows: number, columns: number): void {
    coded(name, 'i8', rows, columns, 3 / Math.sqrt(columns));
    exact(`${name}.bias`, 1, rows);
  }

  function norm(name: string): void {
    exact(`${name}.weight`, 1, width);
    exact(`${name}.bias`, 1, width);
  }

  function coded(name: string, type: 'i6' | 'i8', rows: number, columns: number, size: number): void {
    const most = type === 'i6' ? 31 : 127;
    const codes = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => Math.round((2 * random() - 1) * most)),
    );
    const packed = type === 'i6' ? packSix(codes.flat()) : codes.flat();
    entry(name, type, rows, columns, packed);
    const [scales = []] = exact(`${name}.scales`, 1, rows, () => ((0.5 + random()) * size) / most);
    values.set(
      name,
      codes.map((row, r) => row.map((code) => code * (scales[r] ?? 0))),
    );
  }

  function exact(name: string, rows: number, columns: number, draw = () => 2 * random() - 1): Matrix {
    const matrix = Array.from({ length: rows }, () => [...Float32Array.from({ length: columns }, draw)]);
    entry(name, 'f32', rows, columns, [...new Uint8Array(Float32Array.from(matrix.flat()).buffer)]);
    values.set(name, matrix);
    return matrix;
  }

  function entry(
    name: string,
    type: 'f32' | 'i8' | 'i6',
    rows: number,
    columns: number,
    content: number[],
  ): void {
    while (bytes.length % 16 > 0) bytes.push(0);
    tensors.push({ name, type, rows, columns, offset: bytes.length });
    for (const byte of content) bytes.push(byte);
  }
}

/** The same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** By its series, right to the last digits for the small arguments that occur here. */
export function erf(x: number): number {
  if (Math.abs(x) > 5) return Math.sign(x);
  let [sum, term] = [x, x];
  for (let n = 1; n < 120; n += 1) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

function packSix(codes: number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < codes.length; i += 4) {
    const four = codes.slice(i, i + 4).reduce((word, code, k) => word | ((code + 32) << (6 * k)), 0);
    out.push(four & 255, (four >> 8) & 255, (four >> 16) & 255);
  }
  return out;
}

function add(a: number[], b: number[]): number[] {
  return a.map((v, i) => v + (b[i] ?? 0));
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);
}

function mean(rows: Matrix): number[] {
  return rows.reduce(add).map((v) => v / rows.length);
}
