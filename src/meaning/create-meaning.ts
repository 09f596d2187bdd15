import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { withSignal } from '../domain/signals.ts';
import { dataFile, threadModule } from '../language/read-lexicon.ts';
import {
  type Meaning,
  MeaningError,
  type MeaningOptions,
  type ModelName,
  type ModelState,
} from './meaning.port.ts';
import type { MeaningWorkerData } from './meaning-worker.ts';
import { type LoadedModel, type LoadOutcome, loadModel } from './model-files.ts';
import { createWorkerPool, type MeaningRequest } from './worker-pool.ts';

const NAMES: readonly ModelName[] = ['encoder', 'ranker', 'support', 'gate'];
const KERNEL = 'kernel.wasm';
const DEADLINE_MS = 10_000;
/** Characters of a batch: about 150 tokens, so that a question waits some 60 ms at most behind passages in the background. */
const BATCH_CHARACTERS = 640;
const OUTPUTS: Readonly<Record<ModelName, number>> = { encoder: 0, ranker: 2, support: 3, gate: 3 };

export interface MeaningSettings {
  /** Where the models lie; the package's own `models/` unless told. */
  folder?: string;
  threads?: number;
  /** How long one batch may take before its thread counts as hanging. */
  deadlineMs?: number;
  startWorker?(data: MeaningWorkerData): Worker;
}

/** Opens what models there are. A missing or damaged one shows in `models`, and fails only the calls that need it. */
export async function createMeaning(settings: MeaningSettings = {}): Promise<Meaning> {
  const { deadlineMs = DEADLINE_MS, startWorker: start = startWorker } = settings;
  const folder = settings.folder ?? findModels();
  const kernel = folder === null ? null : await readFile(join(folder, KERNEL)).catch(() => null);
  const models: Partial<Record<ModelName, LoadedModel>> = {};
  const none: ModelState = { status: 'missing' };
  const states: Record<ModelName, ModelState> = { encoder: none, ranker: none, support: none, gate: none };
  for (const name of NAMES) {
    if (folder === null || kernel === null) break;
    const outcome = await loadModel(join(folder, name), models.encoder);
    states[name] = stateOf(name, outcome);
    if (states[name].status === 'ready' && 'model' in outcome) models[name] = outcome.model;
  }
  const pool = createWorkerPool({
    threads: Math.max(1, settings.threads ?? availableParallelism()),
    deadlineMs,
    start: () => start({ kernel: kernel ?? new Uint8Array(), models }),
  });

  return {
    models: states,
    encode: (texts, options = {}) => ask('encoder', texts.map(alone), options),
    async rank(question, passages, options = {}) {
      const texts = passages.map(({ title, sentences: parts }) => ({
        first: question,
        second: title,
        parts,
      }));
      const outputs = await ask('ranker', texts, options);
      // The second output is that of a sentence, and means nothing for the passage as a whole.
      return outputs.map(([passage = 0, , ...sentences]) => ({ passage, sentences }));
    },
    async support(pairs, options = {}) {
      const texts = pairs.map(({ source, sentence }) => ({ first: source, second: sentence }));
      const outputs = await ask('support', texts, options);
      return outputs.map((logits) => {
        const [supported = 0, contradicted = 0, neither = 0] = softmax(logits);
        return { supported, contradicted, neither };
      });
    },
    async alarm(messages, options = {}) {
      const outputs = await ask('gate', messages.map(alone), options);
      return outputs.map(([now = 0, crisis = 0, attack = 0]) => ({ now, crisis, attack }));
    },
    close: () => pool.close(),
  };

  async function ask(model: ModelName, texts: MeaningRequest['texts'], options: MeaningOptions) {
    const state = states[model];
    if (state.status === 'missing') throw new MeaningError('missing', `the ${model} is not installed`);
    if (state.status === 'damaged') throw new MeaningError('damaged', `the ${model}: ${state.problem}`);
    const rows = options.rows === undefined ? {} : { rows: options.rows };
    // When one batch fails, the others need not begin.
    return withSignal({ parent: options.signal ?? new AbortController().signal }, async (signal) => {
      setMaxListeners(0, signal);
      const read: Promise<Float32Array[]>[] = [];
      // The longest first: at the end no thread waits long for another.
      for (const { at, ...batch } of batches(texts).sort((a, b) => b.characters - a.characters))
        read[at] = pool.run({ model, texts: batch.texts, ...rows }, { ...options, signal });
      return (await Promise.all(read)).flat();
    });
  }
}

function stateOf(name: ModelName, outcome: LoadOutcome): ModelState {
  if (!('model' in outcome)) {
    return outcome.problem === 'missing'
      ? { status: 'missing' }
      : { status: 'damaged', problem: outcome.what };
  }
  const { header } = outcome.model;
  if (header.name !== name || header.outputs !== OUTPUTS[name]) {
    return { status: 'damaged', problem: `model.json describes another model than the ${name}` };
  }
  return { status: 'ready', version: header.version, dimensions: header.outputs || header.width };
}

interface Batch extends Pick<MeaningRequest, 'texts'> {
  at: number;
  characters: number;
}

/** In order, each batch short enough; a long text is a batch of its own. */
function batches(texts: MeaningRequest['texts']): Batch[] {
  const out: Batch[] = [];
  for (const text of texts) {
    const { first, second = '', parts = [] } = text;
    const characters = parts.reduce((sum, part) => sum + part.length, first.length + second.length);
    const last = out.at(-1);
    if (last && last.characters + characters <= BATCH_CHARACTERS) {
      last.texts.push(text);
      last.characters += characters;
    } else out.push({ texts: [text], at: out.length, characters });
  }
  return out;
}

function alone(first: string): MeaningRequest['texts'][number] {
  return { first };
}

function softmax(logits: Float32Array): Float32Array {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

function findModels(): string | null {
  const folder = dataFile('../models');
  return existsSync(join(folder, KERNEL)) ? folder : null;
}

function startWorker(data: MeaningWorkerData): Worker {
  return new Worker(threadModule('./meaning-worker', import.meta.url), { workerData: data, execArgv: [] });
}
