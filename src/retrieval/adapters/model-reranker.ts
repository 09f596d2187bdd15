import { orderByRerank } from '../order-by-rerank.ts';
import type { Reranker } from '../reranker.port.ts';
import { inBatches } from './in-batches.ts';
import { searchModelFailed } from './post-json.ts';

/** A model that reads a question beside each text, wherever it runs: one score for each text, in their order. */
export interface RerankModel {
  /** Such as `cohere/rerank-v3.5`. */
  name: string;
  scoreBatch(query: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}

/** A reranker of a trained model. Its time limit, and the order to keep when it fails, are its caller's. */
export function createModelReranker(model: RerankModel): Reranker {
  return {
    id: model.name,
    async rerank({ query, passages, signal }) {
      const texts = passages.map(({ document, text }) => `${document.title}\n${text}`);
      const scores = await inBatches(texts, signal, async (batch, either) => {
        const given = await model.scoreBatch(query, batch, either);
        if (given.length === batch.length && given.every(Number.isFinite)) return given;
        throw searchModelFailed(model.name, 'not one score for each passage');
      });
      return orderByRerank(passages, asProbabilities(scores));
    },
  };
}

/** Some servers give probabilities, some the logits under them: a score outside 0 to 1 tells. */
function asProbabilities(scores: readonly number[]): number[] {
  const areLogits = scores.some((score) => score < 0 || score > 1);
  return scores.map((score) => (areLogits ? 1 / (1 + Math.exp(-score)) : score));
}
