import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../domain/canonical-json.ts';
import { codeOf, GalenError } from '../../domain/errors.ts';
import type { Meaning, ModelName, ModelState } from '../../meaning/meaning.port.ts';
import type { Embedder } from '../embedder.port.ts';
import type { Reranker } from '../reranker.port.ts';
import { createFeatureReranker } from '../search/feature-reranker.ts';
import { createHashEmbedder } from './hash-embedder.ts';
import { type ModelSettings, parseSearchModel, searchModelFailed } from './model-server.ts';
import { type Importer, openOnnxEmbeddingModel, openOnnxRerankModel } from './onnx-models.ts';
import { createOwnEmbedder } from './own-embedder.ts';
import { createOwnReranker } from './own-reranker.ts';
import {
  createRemoteEmbeddingModel,
  createRemoteRerankModel,
  EMBEDDING_PROVIDERS,
  RERANK_PROVIDERS,
} from './remote-models.ts';
import {
  createModelEmbedder,
  createModelReranker,
  type EmbedderTraits,
  type EmbeddingModel,
  storedName,
  unitVectors,
} from './search-models.ts';

/** What cosines of usual models mean, for one that has not been asked yet. */
const USUAL_SCALE = { unrelated: 0.3, same: 0.8 };

interface RerankerSettings extends Omit<ModelSettings, 'model'> {
  /** `own`, `hash` or `words`, or one elsewhere; none: our own where it is installed, else by words, hashed to embed. */
  model: string | undefined;
  /** Our own models; none where they are not to be used. */
  meaning?: Meaning | null;
}

export interface EmbedderSettings extends RerankerSettings {
  dimensions: number | undefined;
  prefixes: EmbeddingModel['prefixes'];
  /** Where to keep what the model tells of itself. */
  folder: string;
}

interface OpenedEmbedder {
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
  { model: name, meaning, ...settings }: EmbedderSettings,
  { importer, limitMs }: { importer?: Importer; limitMs?: number } = {},
): Promise<OpenedEmbedder> {
  const isOwn = name === 'own' || (name === undefined && meaning?.models.encoder.status === 'ready');
  if (isOwn) return openOwn(meaning ?? null);
  if (name === undefined || name === 'hash') {
    return { embedder: createHashEmbedder(), problem: null, isReady: true };
  }
  const { provider } = parseSearchModel(name, [...EMBEDDING_PROVIDERS, 'onnx']);
  const model =
    provider === 'onnx'
      ? await openOnnxEmbeddingModel(name, settings.prefixes, importer)
      : createRemoteEmbeddingModel({ ...settings, model: name }, settings.prefixes);
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

/** Our own encoder, or why it cannot be had. */
function openOwn(meaning: Meaning | null): OpenedEmbedder {
  const state: ModelState = meaning?.models.encoder ?? { status: 'missing' };
  if (meaning !== null && state.status === 'ready') {
    return { embedder: createOwnEmbedder(meaning, state), problem: null, isReady: true };
  }
  throw notInstalled('GALEN_EMBED_MODEL', 'encoder', state);
}

function notInstalled(setting: string, model: ModelName, state: ModelState): GalenError {
  const problem =
    state.status === 'damaged' ? `the ${model} is damaged: ${state.problem}` : `models/${model} is not there`;
  return new GalenError('CONFIG_INVALID', { problem: `${setting}=own: ${problem}` });
}

async function knownTraits(
  { dimensions, folder }: Pick<EmbedderSettings, 'dimensions' | 'folder'>,
  model: string,
): Promise<EmbedderTraits | null> {
  const remembered = await recallTraits(folder, model);
  if (dimensions === undefined || remembered?.dimensions === dimensions) return remembered;
  return { dimensions, scale: USUAL_SCALE };
}

/** The reranker of the settings. A server is first asked when there is something to rerank. */
export async function openReranker(
  { model, meaning, ...settings }: RerankerSettings,
  { importer }: { importer?: Importer } = {},
): Promise<Reranker> {
  const ranker: ModelState = meaning?.models.ranker ?? { status: 'missing' };
  if (model === 'words' || (model === undefined && ranker.status !== 'ready')) return createFeatureReranker();
  if (model === undefined || model === 'own') {
    if (meaning && ranker.status === 'ready') return createOwnReranker(meaning, ranker.version);
    throw notInstalled('GALEN_RERANK_MODEL', 'ranker', ranker);
  }
  const { provider } = parseSearchModel(model, [...RERANK_PROVIDERS, 'onnx']);
  return createModelReranker(
    provider === 'onnx'
      ? await openOnnxRerankModel(model, importer)
      : createRemoteRerankModel({ ...settings, model }),
  );
}

const FILE = 'embedder.json';

const StoredTraits = z.object({
  model: z.string(),
  dimensions: z.number().int().positive(),
  scale: z.object({ unrelated: z.number(), same: z.number() }),
});

/** What the model told of itself when it last answered; null when it never did here. */
async function recallTraits(folder: string, model: string): Promise<EmbedderTraits | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  const stored = StoredTraits.safeParse(parseJson(text ?? ''));
  return stored.success && stored.data.model === model ? stored.data : null;
}

/** Kept, so that Galen knows its own vectors again when it starts while the model's server is down. Gives the problem, if any. */
async function rememberTraits(folder: string, model: string, traits: EmbedderTraits): Promise<string | null> {
  const file = join(folder, FILE);
  const aside = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(aside, `${JSON.stringify({ model, ...traits }, null, 2)}\n`);
    await rename(aside, file);
    return null;
  } catch (error) {
    // Galen works without; only a start without the server would not.
    const code = codeOf(error);
    return `${file} cannot be written${code === undefined ? '' : ` (${code})`}`;
  }
}

/** A model may have to be loaded first; but Galen does not start before this is over. */
const LIMIT_MS = 20_000;
/** A model that brings related texts no nearer than this cannot be searched with. */
const LEAST_GAP = 0.05;

/** Questions with the sentence that answers each; within a language, those of different questions have nothing in common. */
const PAIRS: Readonly<Record<'en' | 'vi', readonly (readonly [string, string])[]>> = {
  en: [
    ['Does metformin lower vitamin B12?', 'Long-term metformin use lowers the level of vitamin B12.'],
    ['How is a broken wrist treated?', 'A broken wrist is treated with a cast for about six weeks.'],
    ['What are the signs of a stroke?', 'A drooping face and a weak arm are signs of a stroke.'],
    ['Should newborns be screened for deafness?', 'Screening newborns finds deafness early enough to treat.'],
  ],
  vi: [
    ['Uống sắt lúc nào là tốt nhất?', 'Nên uống viên sắt lúc bụng đói để hấp thu tốt nhất.'],
    ['Dấu hiệu của sốt xuất huyết là gì?', 'Sốt cao và chấm đỏ dưới da là dấu hiệu của sốt xuất huyết.'],
    ['Trẻ bị hen có nên tập thể dục không?', 'Trẻ bị hen vẫn nên tập thể dục khi bệnh được kiểm soát.'],
    ['Làm sao để phòng sâu răng?', 'Đánh răng với kem có fluor giúp phòng sâu răng.'],
  ],
};

/** Learns a model's dimensions, and what its cosines mean, from one batch of fixed sentences. */
export async function calibrateEmbedding(model: EmbeddingModel, limitMs = LIMIT_MS): Promise<EmbedderTraits> {
  const pairs = [...PAIRS.en, ...PAIRS.vi];
  const texts = [
    ...pairs.map(([question]) => model.prefixes.query + question),
    ...pairs.map(([, answer]) => model.prefixes.passage + answer),
  ];
  const raw = await model.embedBatch(texts, { limitMs, signal: new AbortController().signal });
  const dimensions = raw[0]?.length ?? 0;
  const vectors = unitVectors(raw, { name: model.name, count: texts.length, dimensions });

  const same: number[] = [];
  const unrelated: number[] = [];
  for (const [i, question] of vectors.slice(0, pairs.length).entries()) {
    for (const [j, answer] of vectors.slice(pairs.length).entries()) {
      if (i === j) same.push(dot(question, answer));
      else if (i < PAIRS.en.length === j < PAIRS.en.length) unrelated.push(dot(question, answer));
    }
  }
  const scale = { unrelated: mean(unrelated), same: mean(same) };
  if (!(scale.same - scale.unrelated >= LEAST_GAP)) {
    throw searchModelFailed(model.name, 'its vectors do not tell related texts from unrelated ones');
  }
  return { dimensions, scale };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
