import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { codeOf, GalenError } from '../../domain/errors.ts';
import { searchModelFailed } from './model-server.ts';
import type { EmbeddingModel, RerankModel } from './search-models.ts';

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

/** The package that runs ONNX models, if the user has installed it, set to read this one folder and no network. */
async function openOnnxFolder(model: string, importer: Importer = (name) => import(name)) {
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
  const options: LoadOptions = { dtype, local_files_only: true };
  // The package calls the model by its folder's own name.
  return { transformers, path, name: basename(path), options };
}

/** The runtime's errors as Galen's; without the cause, which may repeat what was asked. */
async function orModelFailed<Result>(model: string, work: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await work();
  } catch {
    throw searchModelFailed(model, 'the ONNX runtime cannot load or run it');
  }
}

/** The rows of a matrix that a model gave. */
function rowsOf({ data, dims }: Tensor): number[][] {
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
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') {
      throw new GalenError('SEARCH_MODEL_NOT_INSTALLED', { model, package: PACKAGE }, { cause: error });
    }
    throw error;
  }
}

/** What sentence-transformers writes beside a model. */
const Pooling = z.object({ pooling_mode_cls_token: z.boolean() });

/** A model in a folder of the user's, run in this process. */
export async function openOnnxEmbeddingModel(
  model: string,
  prefixes: EmbeddingModel['prefixes'],
  importer?: Importer,
): Promise<EmbeddingModel> {
  const { transformers, path, name, options } = await openOnnxFolder(model, importer);
  const pooling = await poolingOf(path);
  // Not where the folder lies: it may be moved.
  const id = `onnx/${name}`;
  const extract = await orModelFailed(id, () => transformers.pipeline('feature-extraction', name, options));
  return {
    name: id,
    prefixes,
    async embedBatch(texts, { signal }) {
      signal.throwIfAborted();
      return rowsOf(await orModelFailed(id, () => extract([...texts], { pooling, normalize: true })));
    },
  };
}

/** How the vectors of a text's words become one: as the model's own folder says, else their mean. */
async function poolingOf(folder: string): Promise<'cls' | 'mean'> {
  const text = await readFile(join(folder, '1_Pooling', 'config.json'), 'utf8').catch(() => null);
  if (text === null) return 'mean';
  return Pooling.parse(JSON.parse(text)).pooling_mode_cls_token ? 'cls' : 'mean';
}

/** A cross-encoder in a folder of the user's, run in this process. */
export async function openOnnxRerankModel(model: string, importer?: Importer): Promise<RerankModel> {
  const { transformers, name, options } = await openOnnxFolder(model, importer);
  const id = `onnx/${name}`;
  const { AutoTokenizer, AutoModelForSequenceClassification } = transformers;
  const [tokenize, classify] = await orModelFailed(id, () =>
    Promise.all([
      AutoTokenizer.from_pretrained(name, options),
      AutoModelForSequenceClassification.from_pretrained(name, options),
    ]),
  );
  return {
    name: id,
    async scoreBatch(query, texts, signal) {
      signal.throwIfAborted();
      const { logits } = await orModelFailed(id, () => {
        const queries = texts.map(() => query);
        return classify(tokenize(queries, { text_pair: [...texts], padding: true, truncation: true }));
      });
      return rowsOf(logits).map((row) => probability(row, id));
    },
  };
}

/** One logit for "relevant", or two for "not" and "relevant". */
function probability(logits: readonly number[], model: string): number {
  const [first, second] = logits;
  if (first === undefined || logits.length > 2) {
    throw searchModelFailed(model, `${logits.length} classes: it is no reranker`);
  }
  return 1 / (1 + Math.exp(-(second === undefined ? first : second - first)));
}
