import type { ToolResult } from '../desk-work.ts';

/** What tools found, for a while. */
export interface ToolCache {
  get(key: string, now: number): ToolResult | null;
  set(key: string, result: ToolResult, until: number): void;
}

/** In memory, the longest unused given up first. */
export function createToolCache({ maxEntries }: { maxEntries: number }): ToolCache {
  const entries = new Map<string, { result: ToolResult; until: number }>();
  return {
    get(key, now) {
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      if (entry.until <= now) return null;
      entries.set(key, entry);
      return entry.result;
    },
    set(key, result, until) {
      entries.delete(key);
      entries.set(key, { result, until });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
