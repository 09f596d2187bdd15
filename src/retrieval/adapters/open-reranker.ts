import { createFeatureReranker } from '../feature-reranker.ts';
import type { Reranker } from '../reranker.port.ts';
import { type ModelSettings, parseSearchModel } from './model-endpoint.ts';
import { createModelReranker } from './model-reranker.ts';
import { openOnnxRerankModel } from './onnx-rerank-model.ts';
import type { Importer } from './onnx-runtime.ts';
import { createRemoteRerankModel, RERANK_PROVIDERS } from './remote-rerank-model.ts';

export interface RerankerSettings extends Omit<ModelSettings, 'model'> {
  /** None: the built-in reranker. */
  model: string | undefined;
}

/** The reranker of the settings. A server is first asked when there is something to rerank. */
export async function openReranker(
  { model, ...settings }: RerankerSettings,
  { importer }: { importer?: Importer } = {},
): Promise<Reranker> {
  if (model === undefined) return createFeatureReranker();
  const { provider } = parseSearchModel(model, [...RERANK_PROVIDERS, 'onnx']);
  return createModelReranker(
    provider === 'onnx'
      ? await openOnnxRerankModel(model, importer)
      : createRemoteRerankModel({ ...settings, model }),
  );
}
