import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../domain/canonical-json.ts';

const FORMAT = 1;
/** Sums of the kernel stay within 32 bits up to this width. */
const WIDEST = 2_048;

const Width = z.number().int().positive().multipleOf(16).max(WIDEST);
const Size = z.number().int().nonnegative();

/** `model.json`, which models/training/export.py writes and models/README.md describes. */
export const ModelHeader = z.object({
  format: z.literal(FORMAT),
  name: z.enum(['encoder', 'ranker', 'support', 'gate']),
  version: z.string().min(1),
  /** The version of the encoder whose vocabulary and word vectors are this model's too, and every tensor that it lacks itself. */
  words: z.string().optional(),
  layers: Size.min(1),
  width: Width,
  heads: Size.min(1),
  inner: Width,
  vocabulary: Size.min(1),
  positions: Size.min(1),
  /** What the head sees, or what the vector of a text is. */
  pool: z.enum(['mean', 'cls', 'cls+second']),
  /** Of the head; none: the pooled vector itself, brought to length one. */
  outputs: Size,
  /** Rows of the first and the second text, their marks counted. */
  limits: z.object({ first: Size, second: Size }),
  files: z.array(z.object({ name: z.string().regex(/^[\w-]+\.\w+$/u), bytes: Size, sha256: z.string() })),
  tensors: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['f32', 'i8', 'i6']),
      rows: Size,
      columns: Size,
      offset: Size.multipleOf(4),
    }),
  ),
});
export type ModelHeader = z.infer<typeof ModelHeader>;
export type Tensor = ModelHeader['tensors'][number];

/** A model in memory that all threads share. */
export interface LoadedModel {
  header: ModelHeader;
  vocabulary: string;
  /** The weight files behind each other. */
  weights: SharedArrayBuffer;
  /** Where the word vectors are, and what else it lacks, when they are another model's. */
  words?: Pick<LoadedModel, 'header' | 'weights'>;
}

export type LoadOutcome =
  | { model: LoadedModel }
  | { problem: 'missing' }
  | { problem: 'damaged'; what: string };

const VOCABULARY = 'vocabulary.txt';

/** Reads a model's folder; every byte is checked against the header's checksums before it is used. */
export async function loadModel(folder: string, encoder?: LoadedModel): Promise<LoadOutcome> {
  const text = await readFile(join(folder, 'model.json'), 'utf8').catch(() => null);
  if (text === null) return { problem: 'missing' };
  const header = ModelHeader.safeParse(parseJson(text));
  if (!header.success) return damaged('model.json is not a header of this format');
  const { files, tensors, limits, positions, words } = header.data;
  if (words !== undefined && words !== encoder?.header.version) {
    return damaged(`it needs the encoder ${words}`);
  }
  const weightFiles = files.filter(({ name }) => name !== VOCABULARY);
  const weights = new SharedArrayBuffer(weightFiles.reduce((sum, { bytes }) => sum + bytes, 0));
  const shared = words === undefined ? undefined : encoder;
  let vocabulary = shared?.vocabulary ?? null;
  let at = 0;
  for (const file of files) {
    const bytes = await readFile(join(folder, file.name)).catch(() => null);
    if (bytes === null) return damaged(`${file.name} is missing`);
    if (bytes.length !== file.bytes || (await sha256(bytes)) !== file.sha256) {
      return damaged(`${file.name} is not what its checksum says`);
    }
    if (file.name === VOCABULARY) vocabulary = bytes.toString('utf8');
    else {
      new Uint8Array(weights).set(bytes, at);
      at += bytes.length;
    }
  }
  if (vocabulary?.trimEnd().split('\n').length !== header.data.vocabulary) {
    return damaged(`${VOCABULARY} has another length than the header says`);
  }
  if (limits.first + limits.second > positions) return damaged('its texts may be longer than its positions');
  const outside = tensors.find((tensor) => tensor.offset + bytesOf(tensor) > weights.byteLength);
  if (outside) return damaged(`${outside.name} lies outside the files`);
  return { model: { header: header.data, vocabulary, weights, ...(shared ? { words: shared } : {}) } };
}

export function bytesOf({ type, rows, columns }: Tensor): number {
  return rows * columns * { f32: 4, i8: 1, i6: 0.75 }[type];
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Not on this thread, which has requests to answer.
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function damaged(what: string): LoadOutcome {
  return { problem: 'damaged', what };
}
