/** What models wrote, by a hash of model, prompt and schema. A lost entry costs a call, nothing else. */
export interface ResponseCache {
  get(key: string): Promise<string | null>;
  set(key: string, text: string): Promise<void>;
}
