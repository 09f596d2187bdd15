import type { Clock } from '../../domain/run-context.ts';

/** What a service said, as it said it; null when it said that nothing matches. */
export interface KeptAnswer {
  body: string | null;
  at: number;
}

export interface AnswerCache {
  get(key: string): KeptAnswer | null;
  set(key: string, body: string | null): void;
}

/** The last answers, in memory only, until they take more room than allowed. Public data: no question that names a person is ever sent. */
export function createAnswerCache({ maxBytes, clock }: { maxBytes: number; clock: Clock }): AnswerCache {
  const kept = new Map<string, KeptAnswer>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= sizeOf(key, kept.get(key)?.body ?? null);
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (!found) return null;
      // Last used, last dropped.
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    set(key, body) {
      if (kept.has(key)) drop(key);
      kept.set(key, { body, at: clock() });
      bytes += sizeOf(key, body);
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}

/** JavaScript keeps two bytes a character. */
function sizeOf(key: string, body: string | null): number {
  return 2 * (key.length + (body?.length ?? 0));
}
