import { createHashEmbedder } from '../models/hash-embedder.ts';

/** The package that runs ONNX models, as far as Galen uses it; `calls` is what was asked of it. */
export function fakeTransformers({ classes = 1 } = {}) {
  const embedder = createHashEmbedder();
  const env = { allowRemoteModels: true, allowLocalModels: true, localModelPath: '/models/' };
  const calls: unknown[] = [];
  const load = async <Loaded>(loaded: Loaded, ...what: unknown[]): Promise<Loaded> => {
    calls.push([...what, { ...env }]);
    return loaded;
  };

  const extract = async (texts: string[], options: unknown) => {
    calls.push(options);
    const vectors = await embedder.embed(texts, { kind: 'passage', signal: new AbortController().signal });
    return { dims: [texts.length, embedder.dimensions], data: vectors.flatMap((vector) => [...vector]) };
  };
  const tokenize = (queries: string[], options: { text_pair: string[] }) => ({ queries, ...options });
  /** Longer texts are more relevant, to this one. */
  const classify = async ({ text_pair }: ReturnType<typeof tokenize>) => ({
    logits: {
      dims: [text_pair.length, classes],
      data: text_pair.flatMap((text) => [...Array(classes - 1).fill(0), text.length - 20]),
    },
  });

  return {
    calls,
    module: {
      env,
      pipeline: (task: string, name: string, options: unknown) => load(extract, task, name, options),
      AutoTokenizer: {
        from_pretrained: (name: string, options: unknown) => load(tokenize, 'tokenizer', name, options),
      },
      AutoModelForSequenceClassification: {
        from_pretrained: (name: string, options: unknown) => load(classify, 'classifier', name, options),
      },
    },
  };
}
