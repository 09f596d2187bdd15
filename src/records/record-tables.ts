import type { Generated, Selectable } from 'kysely';
import type { Principal } from '../domain/access.ts';
import type { Answer } from '../domain/answer.ts';
import type { ProposalState, SafetyFinding, WriteTool } from '../domain/approval.ts';
import type { FlowName } from '../domain/ask.ts';
import type { ErrorBody } from '../domain/errors.ts';
import type { MemoryKind } from '../domain/memory.ts';
import type { Message, RunEvent, RunStatus } from '../domain/run-record.ts';

/** The records' tables as the driver gives them: `json` parsed, `timestamptz` as Date. `bigint` comes as text. */
export type RecordTables = {
  conversations: {
    id: string;
    tenant_id: string;
    user_id: string;
    title: string;
    flow: FlowName | null;
    patient_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  runs: {
    id: string;
    tenant_id: string;
    user_id: string;
    conversation_id: string;
    instance_id: string;
    flow: FlowName;
    status: RunStatus;
    question: string;
    answer: Answer | null;
    error: ErrorBody | null;
    created_at: Date;
    finished_at: Date | null;
  };
  messages: {
    id: string;
    tenant_id: string;
    user_id: string;
    conversation_id: string;
    run_id: string;
    position: Generated<string>;
    author: Message['author'];
    text: string;
    answer: Answer | null;
    created_at: Date;
  };
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
  memories: {
    id: string;
    tenant_id: string;
    user_id: string;
    kind: MemoryKind;
    text: string;
    run_id: string | null;
    created_at: Date;
    updated_at: Date;
  };
  proposals: {
    run_id: string;
    call_id: string;
    tenant_id: string;
    asker: Principal;
    tool: WriteTool;
    args: Record<string, unknown>;
    args_hash: string;
    patient_id: string;
    summary: string;
    findings: SafetyFinding[];
    state: ProposalState;
    reason: string | null;
    decided_by: string | null;
    result: string | null;
    created_at: Date;
    expires_at: Date;
  };
  instances: { id: string; heartbeat_at: Date };
};

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
