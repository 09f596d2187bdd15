import type { RerankModel } from './model-reranker.ts';
import { type Importer, openOnnxFolder, orModelFailed, rowsOf } from './onnx-runtime.ts';
import { searchModelFailed } from './post-json.ts';

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
