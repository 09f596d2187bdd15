import { bytesOf, type LoadedModel, type ModelHeader, type Tensor } from './model-files.ts';
import type { TokenSequence } from './tokenizer.ts';

/** What kernel.c exports; numbers are addresses and sizes. */
export interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly __heap_base: { readonly value: number };
  quantise(x: number, out: number, scales: number, rows: number, width: number): void;
  linear(
    ...args: [
      input: number,
      scales: number,
      rows: number,
      width: number,
      weights: number,
      rowScales: number,
      bias: number,
      outputs: number,
      out: number,
    ]
  ): void;
  gelu(x: number, count: number): void;
  add_norm(x: number, added: number, weight: number, bias: number, rows: number, width: number): void;
  attention(qkv: number, count: number, width: number, heads: number, scratch: number, out: number): void;
  mean(x: number, count: number, width: number, out: number): void;
  unit(x: number, width: number): void;
  dense(x: number, width: number, weights: number, bias: number, outputs: number, out: number): void;
}

export interface Transformer {
  /** Values per text: the head's outputs, or the vector's dimensions. Each part of a text adds one: its last output. */
  readonly size: number;
  /** The outputs of all texts behind each other. */
  run(batch: readonly TokenSequence[]): Float32Array<ArrayBuffer>;
}

const PAGE = 65_536;
const ALIGNMENT = 16;
/** Tokens that the kernel multiplies together. */
const TOKENS = 4;
/** Keys of a text are padded to this for attention. */
const KEYS = 16;

/** One model on one thread. Texts of a batch lie behind each other without padding: only attention has to know where each ends. */
export function createTransformer(kernelBytes: Uint8Array, model: LoadedModel): Transformer {
  const { header, weights } = model;
  const { width, heads, inner, layers, outputs } = header;
  const kernel = openKernel(kernelBytes);
  const memory = createRegions(kernel);
  const encoder = model.words && readTensors(model.words.header, model.words.weights);
  const source = readTensors(header, weights, encoder);
  const embed = createEmbedding(header, source);
  const place = (name: string, type: Tensor['type'], rows: number, columns: number) =>
    memory.copy(source(name, type, rows, columns));
  const linear = (name: string, columns: number, rows: number) => ({
    columns,
    rows,
    weights: place(name, 'i8', rows, columns),
    scales: place(`${name}.scales`, 'f32', 1, rows),
    bias: place(`${name}.bias`, 'f32', 1, rows),
  });
  const norm = (name: string) => ({
    weight: place(`${name}.weight`, 'f32', 1, width),
    bias: place(`${name}.bias`, 'f32', 1, width),
  });
  const first = norm('norm');
  const stack = Array.from({ length: layers }, (_, i) => ({
    qkv: linear(`layers.${i}.qkv`, width, 3 * width),
    out: linear(`layers.${i}.out`, width, width),
    norm1: norm(`layers.${i}.norm1`),
    up: linear(`layers.${i}.up`, width, inner),
    down: linear(`layers.${i}.down`, inner, width),
    norm2: norm(`layers.${i}.norm2`),
  }));
  const pooledWidth = header.pool === 'cls+second' ? 2 * width : width;
  const head = outputs > 0 && {
    weights: place('head.weight', 'f32', outputs, pooledWidth),
    bias: place('head.bias', 'f32', 1, outputs),
  };
  const scratchAt = memory.end();
  const size = head ? outputs : pooledWidth;

  return {
    size,
    run(batch) {
      const tokens = batch.reduce((sum, { rows }) => sum + rows.length, 0);
      const rows = roundUp(tokens, TOKENS);
      const longest = Math.max(0, ...batch.map((text) => text.rows.length));
      memory.rewind(scratchAt);
      const x = memory.reserve(rows * width * 4);
      const side = memory.reserve(rows * width * 4);
      const wide = memory.reserve(rows * Math.max(3 * width, inner) * 4);
      const codes = memory.reserve(rows * Math.max(width, inner) * 2);
      const scales = memory.reserve(rows * 4);
      const scratch = memory.reserve((width / heads + 1) * roundUp(longest, KEYS) * 4);
      const pooled = memory.reserve(pooledWidth * 4);
      const judged = memory.reserve(outputs * 4);
      const values = batch.reduce((sum, { parts }) => sum + size + parts.length, 0);
      const result = memory.reserve(values * 4);
      embed(batch, memory.floats(x, rows * width), memory.floats(side, rows * width));

      const apply = (layer: ReturnType<typeof linear>, from: number, to: number) => {
        kernel.quantise(from, codes, scales, rows, layer.columns);
        kernel.linear(
          codes,
          scales,
          rows,
          layer.columns,
          layer.weights,
          layer.scales,
          layer.bias,
          layer.rows,
          to,
        );
      };
      const addNorm = ({ weight, bias }: ReturnType<typeof norm>) =>
        kernel.add_norm(x, side, weight, bias, rows, width);

      addNorm(first);
      for (const layer of stack) {
        apply(layer.qkv, x, wide);
        eachText(batch, ({ rows: { length } }, at) => {
          kernel.attention(wide + at * 3 * width * 4, length, width, heads, scratch, side + at * width * 4);
        });
        apply(layer.out, side, side);
        addNorm(layer.norm1);
        apply(layer.up, x, wide);
        kernel.gelu(wide, rows * inner);
        apply(layer.down, wide, side);
        addNorm(layer.norm2);
      }
      let out = result;
      eachText(batch, (text, at) => {
        const own = x + at * width * 4;
        if (head) {
          pool(own, [text.secondAt, text.rows.length], pooled);
          kernel.dense(pooled, pooledWidth, head.weights, head.bias, outputs, out);
        } else {
          pool(own, [0, text.rows.length], out);
          kernel.unit(out, pooledWidth);
        }
        out += size * 4;
        for (const part of text.parts) {
          if (!head) throw new Error('parts need a head');
          pool(own, part, pooled);
          kernel.dense(pooled, pooledWidth, head.weights, head.bias, outputs, judged);
          memory.floats(out, 1).set(memory.floats(judged + (outputs - 1) * 4, 1));
          out += 4;
        }
      });
      return memory.floats(result, values).slice();
    },
  };

  function pool(x: number, [from, end]: [number, number], to: number): void {
    kernel.mean(x, header.pool === 'mean' ? end : 1, width, to);
    if (header.pool !== 'cls+second') return;
    kernel.mean(x + from * width * 4, end - from, width, to + width * 4);
  }
}

export function openKernel(bytes: Uint8Array): Kernel {
  // A cast, because what a module exports has no type here; kernel.c says what it is.
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Kernel;
}

/** Hands out the kernel's memory from front to back. */
export function createRegions({ memory, __heap_base }: Kernel) {
  let end = roundUp(__heap_base.value, ALIGNMENT);
  const reserve = (bytes: number) => {
    const at = end;
    end = roundUp(end + bytes, ALIGNMENT);
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return at;
  };
  return {
    reserve,
    end: () => end,
    rewind: (to: number) => {
      end = to;
    },
    copy(bytes: Uint8Array) {
      const at = reserve(bytes.length);
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      return at;
    },
    /** Good until the memory grows. */
    floats: (at: number, count: number) => new Float32Array(memory.buffer, at, count),
  };
}

function eachText(
  batch: readonly TokenSequence[],
  use: (text: TokenSequence, at: number, index: number) => void,
) {
  let at = 0;
  for (const [index, text] of batch.entries()) {
    use(text, at, index);
    at += text.rows.length;
  }
}

type TensorSource = (name: string, type: Tensor['type'], rows: number, columns: number) => Uint8Array;

/** The bytes of a tensor, if it has the shape that the header calls for. What a model lacks is that of the encoder it shares words with. */
function readTensors(
  { tensors }: ModelHeader,
  weights: SharedArrayBuffer,
  encoder?: TensorSource,
): TensorSource {
  const byName = new Map<string, Tensor>(tensors.map((tensor) => [tensor.name, tensor]));
  return (name, type, rows, columns) => {
    const tensor = byName.get(name);
    if (tensor === undefined && encoder !== undefined) return encoder(name, type, rows, columns);
    if (tensor?.type !== type || tensor.rows !== rows || tensor.columns !== columns) {
      throw new Error(`${name} is not ${rows} × ${columns} ${type}`);
    }
    return new Uint8Array(weights, tensor.offset, bytesOf(tensor));
  };
}

/** Word vectors stay where they are shared, six bits a value: only the rows of a batch are unpacked. */
function createEmbedding({ width, vocabulary, positions }: ModelHeader, source: TensorSource) {
  const words = source('words', 'i6', vocabulary, width);
  const wordScales = floatsOf(source('words.scales', 'f32', 1, vocabulary));
  const places = Int8Array.from(source('positions', 'i8', positions, width));
  const placeScales = floatsOf(source('positions.scales', 'f32', 1, positions));
  const types = floatsOf(source('types', 'f32', 2, width));

  return (batch: readonly TokenSequence[], typeVectors: Float32Array, vectors: Float32Array) => {
    typeVectors.fill(0);
    vectors.fill(0);
    eachText(batch, ({ rows, secondAt }, first) => {
      for (const [position, row] of rows.entries()) {
        const at = (first + position) * width;
        typeVectors.set(types.subarray(...(position < secondAt ? [0, width] : [width, 2 * width])), at);
        const wordScale = wordScales[row] ?? 0;
        const placeScale = placeScales[position] ?? 0;
        const packedAt = (row * width * 3) / 4;
        for (let i = 0; i < width; i += 4) {
          const byte = packedAt + (i * 3) / 4;
          const four = (words[byte] ?? 0) | ((words[byte + 1] ?? 0) << 8) | ((words[byte + 2] ?? 0) << 16);
          for (let k = 0; k < 4; k += 1) {
            const code = ((four >> (6 * k)) & 63) - 32;
            vectors[at + i + k] = code * wordScale + (places[position * width + i + k] ?? 0) * placeScale;
          }
        }
      }
    });
  };
}

function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
