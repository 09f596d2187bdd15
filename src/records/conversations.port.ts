import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { Conversation, Message } from '../domain/run-record.ts';

/** A principal's own conversations; anyone else's do not exist for them. */
export interface Conversations {
  /**
   * Newest first. `before` is the id of the last conversation already seen. `search` matches titles and messages,
   * case-insensitively.
   */
  list(
    principal: Principal,
    options: { limit: number; before?: string | undefined; search?: string | undefined },
  ): Promise<Conversation[]>;
  get(principal: Principal, id: string): Promise<{ conversation: Conversation; messages: Message[] } | null>;
  /** What Galen said last; null where it has said nothing, or the conversation is not theirs. */
  lastAnswer(principal: Principal, id: string): Promise<Answer | null>;
  rename(principal: Principal, id: string, title: string): Promise<Conversation | null>;
  /** Removes the conversation with its messages, runs and events. The audit chain stays. */
  remove(principal: Principal, id: string): Promise<boolean>;
}
