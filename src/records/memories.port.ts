import type { Principal } from '../domain/access.ts';
import type { Memory } from '../domain/memory.ts';

export type NewMemory = Omit<Memory, 'created_at' | 'updated_at'> & { at: string };

/** What returning askers told of themselves. Kept only for those who asked for it, and never shown to anyone else. */
export interface Memories {
  /** The principal's memories, oldest first; null for one who has not asked Galen to remember. */
  recall(principal: Principal): Promise<Memory[] | null>;
  /** Turning it off forgets everything. */
  setRemembering(principal: Principal, isOn: boolean): Promise<void>;
  /** Leaves out what is already known (same kind and words), and everything for one who has not asked for it. */
  add(principal: Principal, memories: readonly NewMemory[]): Promise<void>;
  /** Null when there is no such memory of the principal's. */
  correct(principal: Principal, id: string, text: string, at: string): Promise<Memory | null>;
  forget(principal: Principal, id: string): Promise<boolean>;
}
