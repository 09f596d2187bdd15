export type ModelName = 'encoder' | 'ranker' | 'support' | 'gate';

export type ModelState =
  | { status: 'ready'; version: string; dimensions: number }
  | { status: 'missing' }
  | { status: 'damaged'; problem: string };

export interface MeaningOptions {
  signal?: AbortSignal;
  /** Nobody waits for it: whatever somebody waits for goes first. */
  background?: boolean;
  /** How much is read of each text, where less than the model could: words cost about a row each, rare ones several. */
  rows?: number;
}

/** What a source says about a sentence, as probabilities that sum to one. */
export interface Support {
  supported: number;
  contradicted: number;
  neither: number;
}

/** A passage as the ranker reads it. */
export interface TitledSentences {
  title: string;
  sentences: readonly string[];
}

/** Log-odds that a passage answers, and that each of its sentences does; none for those behind what could be read. */
export interface Verdict {
  passage: number;
  sentences: number[];
}

/** Log-odds that a message tells of an emergency now, tells of thoughts of suicide, or tries to make Galen disobey. */
export interface Alarm {
  now: number;
  crisis: number;
  attack: number;
}

/** Galen's own small models. A call that cannot be answered rejects with a MeaningError; callers go on without it, degraded. */
export interface Meaning {
  readonly models: Readonly<Record<ModelName, ModelState>>;
  /** Unit vectors, one for each text. */
  encode(texts: readonly string[], options?: MeaningOptions): Promise<Float32Array[]>;
  rank(question: string, passages: readonly TitledSentences[], options?: MeaningOptions): Promise<Verdict[]>;
  support(
    pairs: readonly { source: string; sentence: string }[],
    options?: MeaningOptions,
  ): Promise<Support[]>;
  /** One verdict for each message; of a long one only the beginning is read. */
  alarm(messages: readonly string[], options?: MeaningOptions): Promise<Alarm[]>;
  close(): Promise<void>;
}

/** Why a model did not answer. */
export type MeaningFailure = 'missing' | 'damaged' | 'failed' | 'timed-out' | 'closed';

export class MeaningError extends Error {
  override readonly name = 'MeaningError';
  readonly reason: MeaningFailure;

  constructor(reason: MeaningFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}
