import { type Generated, type Selectable, sql } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { Proposal } from '../domain/approval.ts';
import type { Memory } from '../domain/memory.ts';
import type { Conversation, Feedback, Message, RunEvent, RunRecord } from '../domain/run-record.ts';

/** A record as the driver gives it: `json` parsed, `timestamptz` as Date. `bigint` comes as text. */
type Row<Record> = {
  [Key in keyof Record]: Key extends `${string}_at` ? Date | Extract<Record[Key], null> : Record[Key];
};
interface Owned {
  tenant_id: string;
  user_id: string;
}

export type RecordTables = {
  conversations: Row<Conversation> & Owned;
  runs: Row<RunRecord> & Owned & { instance_id: string };
  messages: Row<Message> & Owned & { conversation_id: string; position: Generated<string> };
  run_events: { run_id: string; seq: number; tenant_id: string; type: RunEvent['type']; data: unknown };
  audit_heads: { tenant_id: string; seq: string; prev_hash: string; hash: string };
  audit_entries: {
    tenant_id: string;
    seq: string;
    entry_id: string;
    prev_hash: string;
    hash: string;
    body: string;
  };
  memories: Row<Memory> & Owned;
  feedback: Row<Feedback> & Owned;
  proposals: Row<Proposal> & { tenant_id: string; asker: Principal };
  instances: { id: string; heartbeat_at: Date };
};

const UNSHOWN: readonly string[] = ['tenant_id', 'user_id', 'instance_id', 'asker'];

/** A row as a record: its times as text, and without what only the tables need. */
export function recordOf<Record extends object>(row: Row<Record>): Record {
  const shown = Object.entries(row).filter(([name]) => !UNSHOWN.includes(name));
  // A cast: the row's columns are the record's, by their types.
  return Object.fromEntries(
    shown.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Record;
}

export function messageOf(row: Selectable<RecordTables['messages']>): Message {
  return {
    id: row.id,
    run_id: row.run_id,
    author: row.author,
    // The column is for searching and cannot hold every character; the envelope can.
    text: row.answer?.message ?? row.text,
    answer: row.answer,
    created_at: row.created_at.toISOString(),
  };
}

/** PostgreSQL's text holds every character but NUL. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '');
}

/** Of a principal's own rows, in a statement on one table that has owners. */
export function isOf({ tenant_id, user_id }: Principal) {
  return sql<boolean>`tenant_id = ${tenant_id} and user_id = ${user_id}`;
}
