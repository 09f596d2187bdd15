import type { Principal } from '../domain/access.ts';
import type { AuditBody } from '../domain/audit-entry.ts';
import type { Message, NumberedEvent, RunRecord, RunStatus } from '../domain/run-record.ts';

/** A turn as it is accepted. `question` is already redacted. */
export interface NewRun
  extends Pick<RunRecord, 'id' | 'conversation_id' | 'flow' | 'question' | 'created_at'> {
  /** True makes the conversation; false requires it to exist and to belong to the principal (NOT_FOUND otherwise). */
  new_conversation: boolean;
  message_id: string;
  /** Whose chart it is asked with. */
  patient_id: string | null;
}

export interface FinishedRun extends Pick<RunRecord, 'id' | 'answer' | 'error'> {
  status: Exclude<RunStatus, 'running'>;
  /** Events not yet appended. */
  events: readonly NumberedEvent[];
  /** The id of Galen's message in the conversation; used when there is an answer. */
  message_id: string;
  audit: AuditBody;
  finished_at: string;
}

export interface History {
  /** The last messages of the turns that began earlier, oldest first. */
  messages: Message[];
  /** One of those turns has not ended: what it will say is still missing. */
  isUnderWay: boolean;
}

/** Turns and their events. A turn is durable once `begin` resolves; principals see their own turns only. */
export interface RunRecords {
  /** Conversation, asker's message and run in one round trip. */
  begin(principal: Principal, run: NewRun): Promise<void>;
  /** What was said in a run's conversation before it; nothing for a run that is not the principal's. */
  history(principal: Principal, runId: string, limit: number): Promise<History>;
  /** Append-only; an event already there (same run and seq) is left alone. */
  appendEvents(runId: string, events: readonly NumberedEvent[]): Promise<void>;
  /** Status, answer, Galen's message, remaining events and the audit entry in one round trip. */
  finish(principal: Principal, run: FinishedRun): Promise<void>;
  get(principal: Principal, runId: string): Promise<RunRecord | null>;
  events(principal: Principal, runId: string, afterSeq: number): Promise<NumberedEvent[]>;
  /** Makes a waiting turn this process's own to go on with; null when it does not wait, or another was faster. */
  takeUp(principal: Principal, runId: string): Promise<RunRecord | null>;
  /** Leaves a turn that was taken up waiting as before. */
  putBack(principal: Principal, runId: string): Promise<void>;
  /** Tells other processes that this one, and so its runs, is alive. */
  heartbeat(): Promise<void>;
  /**
   * Marks `interrupted` the running turns of processes that are gone: those silent too long, or, for the sole
   * owner of a database, all but its own. Returns how many. Each gets an `error` event and an audit entry. A turn that
   * went on after waiting for a person goes back to waiting instead.
   */
  recover(options: { soleOwner: boolean }): Promise<number>;
}
