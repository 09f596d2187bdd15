import type { Memories } from '../memories.port.ts';

/** Memories of askers who have not asked for any. */
export function noMemories(part: Partial<Memories> = {}): Memories {
  const unused = () => Promise.reject(new Error('a flow does not use this'));
  return {
    recall: async () => null,
    add: unused,
    setRemembering: unused,
    correct: unused,
    forget: unused,
    ...part,
  };
}
