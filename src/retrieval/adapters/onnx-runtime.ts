import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { GalenError } from '../../domain/errors.ts';
import { searchModelFailed } from './post-json.ts';

const PACKAGE = '@huggingface/transformers';

/** Loads a package by its name; an argument, so that its absence and its behaviour can be tested. */
export type Importer = (name: string) => Promise<unknown>;

interface Tensor {
  data: ArrayLike<number>;
  dims: readonly number[];
}
type LoadOptions = { dtype: 'fp32' | 'q8'; local_files_only: true };
interface Loader<Loaded> {
  from_pretrained(name: string, options: LoadOptions): Promise<Loaded>;
}

/** What Galen uses of the package. */
interface Transformers {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  pipeline(
    task: 'feature-extraction',
    name: string,
    options: LoadOptions,
  ): Promise<(texts: string[], options: { pooling: string; normalize: boolean }) => Promise<Tensor>>;
  AutoTokenizer: Loader<
    (texts: string[], options: { text_pair: string[]; padding: boolean; truncation: boolean }) => unknown
  >;
  AutoModelForSequenceClassification: Loader<(inputs: unknown) => Promise<{ logits: Tensor }>>;
}

export interface OnnxFolder {
  transformers: Transformers;
  path: string;
  /** What the package calls the model: its folder's own name. */
  name: string;
  options: LoadOptions;
}

/** The package that runs ONNX models, if the user has installed it, set to read this one folder and no network. */
export async function openOnnxFolder(
  model: string,
  importer: Importer = (name) => import(name),
): Promise<OnnxFolder> {
  const path = resolve(model.slice(model.indexOf('/') + 1));
  const dtype = (['fp32', 'q8'] as const).find((kind) => existsSync(join(path, 'onnx', FILES[kind])));
  if (dtype === undefined) {
    throw new GalenError('CONFIG_INVALID', {
      problem: `the folder of ${model} holds neither onnx/${FILES.fp32} nor onnx/${FILES.q8}`,
    });
  }
  const transformers = await load(model, importer);
  transformers.env.allowRemoteModels = false;
  transformers.env.allowLocalModels = true;
  transformers.env.localModelPath = dirname(path);
  return { transformers, path, name: basename(path), options: { dtype, local_files_only: true } };
}

/** The runtime's errors as Galen's; without the cause, which may repeat what was asked. */
export async function orModelFailed<Result>(
  model: string,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch {
    throw searchModelFailed(model, 'the ONNX runtime cannot load or run it');
  }
}

/** The rows of a matrix that a model gave. */
export function rowsOf({ data, dims }: Tensor): number[][] {
  const width = dims.at(-1) ?? 0;
  const values = Array.from(data);
  return Array.from({ length: dims[0] ?? 0 }, (_, row) => values.slice(row * width, (row + 1) * width));
}

const FILES = { fp32: 'model.onnx', q8: 'model_quantized.onnx' } as const;

async function load(model: string, importer: Importer): Promise<Transformers> {
  try {
    // Cast: its types are where the package is, with the user; these are its documented exports.
    return (await importer(PACKAGE)) as Transformers;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new GalenError('SEARCH_MODEL_NOT_INSTALLED', { model, package: PACKAGE }, { cause: error });
    }
    throw error;
  }
}
