import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EmbeddingModel } from './model-embedder.ts';
import { type Importer, openOnnxFolder, orModelFailed, rowsOf } from './onnx-runtime.ts';

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
