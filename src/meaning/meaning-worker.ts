import { parentPort, workerData } from 'node:worker_threads';
import type { ModelName } from './meaning.port.ts';
import type { LoadedModel } from './model-files.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';
import { createTransformer, type Transformer } from './transformer.ts';
import type { MeaningReply, MeaningRequest } from './worker-pool.ts';

/** What a thread is started with; the weights in it are shared, not copied. */
export interface MeaningWorkerData {
  kernel: Uint8Array;
  models: Partial<Record<ModelName, LoadedModel>>;
}

// A cast, because nothing but create-meaning.ts starts this thread.
const { kernel, models } = workerData as MeaningWorkerData;
const opened = new Map<
  ModelName,
  { limits: { first: number; second: number }; tokenizer: Tokenizer; transformer: Transformer }
>();
/** Models that share their words share what cuts texts into them. */
const tokenizers = new Map<string, Tokenizer>();

parentPort?.on('message', (request: MeaningRequest) => {
  const reply = answer(request);
  parentPort?.postMessage(reply, 'outputs' in reply ? [reply.outputs.buffer] : []);
});
// The keys are names, by the type above.
parentPort?.once('message', () => setImmediate(openAll, Object.keys(models) as ModelName[]));

function answer({ model, texts, rows = Number.POSITIVE_INFINITY }: MeaningRequest): MeaningReply {
  try {
    const { limits, tokenizer, transformer } = open(model);
    const batch = texts.map(({ first, second, parts = [] }) =>
      second === undefined
        ? tokenizer.encode(first, Math.min(rows, limits.first))
        : tokenizer.encodePair(first, [second, ...parts], limits),
    );
    return {
      outputs: transformer.run(batch),
      sizes: batch.map((text) => transformer.size + text.parts.length),
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Once the first text is read, the other models too: what asks for them later does not wait. */
function openAll([name, ...others]: ModelName[]): void {
  if (name === undefined) return;
  try {
    open(name);
  } catch {
    // Whoever asks for it is told.
  }
  setImmediate(openAll, others);
}

function open(name: ModelName) {
  const known = opened.get(name);
  if (known) return known;
  const model = models[name];
  if (!model) throw new Error(`there is no ${name}`);
  const tokenizer = tokenizers.get(model.vocabulary) ?? createTokenizer(model.vocabulary);
  tokenizers.set(model.vocabulary, tokenizer);
  const made = { limits: model.header.limits, tokenizer, transformer: createTransformer(kernel, model) };
  opened.set(name, made);
  return made;
}
