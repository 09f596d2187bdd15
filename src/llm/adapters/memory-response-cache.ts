import type { ResponseCache } from '../response-cache.port.ts';

/** Keeps the most recently used answers in this process. */
export function createMemoryResponseCache({ maxEntries }: { maxEntries: number }): ResponseCache {
  // A Map keeps insertion order: its first key is the one not used for longest.
  const entries = new Map<string, string>();
  return {
    async get(key) {
      const text = entries.get(key);
      if (text === undefined) return null;
      entries.delete(key);
      entries.set(key, text);
      return text;
    },
    async set(key, text) {
      entries.delete(key);
      entries.set(key, text);
      const oldest = entries.keys().next();
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value);
    },
  };
}
