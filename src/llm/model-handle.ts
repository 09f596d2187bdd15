import type { wrapLanguageModel } from 'ai';

/** The AI SDK's model object. Never a bare string id: the SDK would send that to a hosted gateway. */
export type LanguageModel = Parameters<typeof wrapLanguageModel>[0]['model'];

/** A model the gateway may ask. */
export interface ModelHandle {
  /** As configured, `ollama/medgemma:4b`: shown in answers and traces. */
  readonly name: string;
  /** The server behind it. Handles of one server share its breaker, retry budget and throttle. */
  readonly provider: string;
  readonly languageModel: LanguageModel;
  /** False: the schema is written into the prompt and the answer searched for JSON or YAML. */
  readonly supportsJsonSchema: boolean;
}
