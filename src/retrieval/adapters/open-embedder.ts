import { GalenError } from '../../domain/errors.ts';
import type { Embedder } from '../embedder.port.ts';
import { calibrateEmbedding } from './calibrate-embedding.ts';
import { recallTraits, rememberTraits } from './embedder-traits.ts';
import { createHashEmbedder } from './hash-embedder.ts';
import {
  createModelEmbedder,
  type EmbedderTraits,
  type EmbeddingModel,
  storedName,
} from './model-embedder.ts';
import { type ModelSettings, parseSearchModel } from './model-endpoint.ts';
import { openOnnxEmbeddingModel } from './onnx-embedding-model.ts';
import type { Importer } from './onnx-runtime.ts';
import { searchModelFailed } from './post-json.ts';
import { createRemoteEmbeddingModel, EMBEDDING_PROVIDERS } from './remote-embedding-model.ts';

/** What cosines of usual models mean, for one that has not been asked yet. */
const USUAL_SCALE = { unrelated: 0.3, same: 0.8 };

export interface EmbedderSettings extends Omit<ModelSettings, 'model'> {
  /** None: the built-in embedder. */
  model: string | undefined;
  dimensions: number | undefined;
  prefixes: EmbeddingModel['prefixes'];
  /** Where to keep what the model tells of itself. */
  folder: string;
}

export interface OpenedEmbedder {
  embedder: Embedder;
  /** What went wrong while it was opened; null when nothing did. */
  problem: string | null;
  /** Whether it is the one asked for, and answers. */
  isReady: boolean;
}

/**
 * The embedder of the settings. A server that is down must not keep Galen from starting: its embedder is opened by
 * what is known of it, and fails search by search until the server is back; one of which nothing is known yet, and of
 * which there can be no vectors, gives way to the built-in embedder until the next start.
 */
export async function openEmbedder(
  { model: name, ...settings }: EmbedderSettings,
  { importer, limitMs }: { importer?: Importer; limitMs?: number } = {},
): Promise<OpenedEmbedder> {
  if (name === undefined) return { embedder: createHashEmbedder(), problem: null, isReady: true };
  const model = await openModel({ ...settings, model: name }, importer);
  try {
    const traits = await calibrateEmbedding(model, limitMs);
    if (settings.dimensions !== undefined && settings.dimensions !== traits.dimensions) {
      throw searchModelFailed(name, `vectors of ${traits.dimensions} numbers, not ${settings.dimensions}`);
    }
    const problem = await rememberTraits(settings.folder, storedName(model), traits);
    return { embedder: createModelEmbedder(model, traits), problem, isReady: true };
  } catch (error) {
    if (!(error instanceof GalenError) || error.code !== 'SEARCH_MODEL_FAILED') throw error;
    const traits = await knownTraits(settings, storedName(model));
    return {
      embedder: traits === null ? createHashEmbedder() : createModelEmbedder(model, traits),
      problem: error.message,
      isReady: false,
    };
  }
}

async function openModel(
  settings: ModelSettings & Pick<EmbedderSettings, 'prefixes'>,
  importer: Importer | undefined,
): Promise<EmbeddingModel> {
  const { provider } = parseSearchModel(settings.model, [...EMBEDDING_PROVIDERS, 'onnx']);
  return provider === 'onnx'
    ? openOnnxEmbeddingModel(settings.model, settings.prefixes, importer)
    : createRemoteEmbeddingModel(settings, settings.prefixes);
}

async function knownTraits(
  { dimensions, folder }: Pick<EmbedderSettings, 'dimensions' | 'folder'>,
  model: string,
): Promise<EmbedderTraits | null> {
  const remembered = await recallTraits(folder, model);
  if (dimensions === undefined || remembered?.dimensions === dimensions) return remembered;
  return { dimensions, scale: USUAL_SCALE };
}
