import { sql } from 'kysely';
import type { Migration } from './migration.port.ts';

/** Conversations, runs with their events, and the audit chain. Envelopes are `json`: it keeps the text as it came. */
const createRecords = migrationOf('0001-records', [
  `create table instances (
    id text primary key,
    heartbeat_at timestamptz not null
  )`,

  `create table conversations (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    title text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  'create index conversations_newest on conversations (tenant_id, user_id, updated_at desc, id desc)',

  `create table runs (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    conversation_id text not null references conversations on delete cascade,
    instance_id text not null,
    flow text not null,
    status text not null check (status in ('running', 'waiting', 'done', 'failed', 'interrupted')),
    question text not null,
    answer json,
    error json,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  'create index runs_of_conversation on runs (conversation_id)',
  `create index runs_running on runs (instance_id) where status = 'running'`,

  `create table messages (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    conversation_id text not null references conversations on delete cascade,
    run_id text not null references runs on delete cascade,
    position bigint generated always as identity,
    author text not null check (author in ('asker', 'galen')),
    text text not null,
    answer json,
    created_at timestamptz not null
  )`,
  'create index messages_in_order on messages (conversation_id, position)',
  'create index messages_of_run on messages (run_id)',

  `create table run_events (
    run_id text not null references runs on delete cascade,
    seq integer not null,
    tenant_id text not null,
    type text not null,
    data json not null,
    primary key (run_id, seq)
  )`,

  `create table audit_heads (
    tenant_id text primary key,
    seq bigint not null,
    prev_hash text not null,
    hash text not null
  )`,
  `create table audit_entries (
    tenant_id text not null,
    seq bigint not null,
    entry_id text not null,
    prev_hash text not null,
    hash text not null,
    body text not null,
    primary key (tenant_id, seq)
  )`,
  'create index audit_entries_by_id on audit_entries (tenant_id, entry_id)',
  'create index audit_entries_by_prev on audit_entries (tenant_id, prev_hash)',
]);

/** Ingest jobs and their files, whose bytes wait here until they are dealt with. */
const createIngestion = migrationOf('0003-ingestion', [
  `create table ingest_jobs (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    principal json not null,
    settings json not null,
    state text not null check (state in ('queued', 'running', 'done', 'failed')),
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index ingest_jobs_unfinished on ingest_jobs (id) where finished_at is null`,

  `create table ingest_files (
    job_id text not null references ingest_jobs on delete cascade,
    position integer not null,
    name text not null,
    bytes bytea,
    outcome json,
    primary key (job_id, position)
  )`,
]);

/** What askers told of themselves, of those who asked Galen to remember: their row in `rememberers` is the wish. */
const createMemories = migrationOf('0005-memories', [
  `create table rememberers (
    tenant_id text not null,
    user_id text not null,
    primary key (tenant_id, user_id)
  )`,
  `create table memories (
    id text primary key,
    tenant_id text not null,
    user_id text not null,
    kind text not null check (kind in ('condition', 'medication', 'allergy', 'preference')),
    text text not null,
    run_id text references runs on delete set null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    foreign key (tenant_id, user_id) references rememberers on delete cascade
  )`,
  'create unique index memories_once on memories (tenant_id, user_id, kind, lower(text))',
]);

/** Proposed writes to charts, one row for each call of a run. */
const createApprovals = migrationOf('0007-approvals', [
  `create table proposals (
    run_id text not null references runs on delete cascade,
    call_id text not null,
    tenant_id text not null,
    asker json not null,
    tool text not null,
    args json not null,
    args_hash text not null,
    patient_id text not null,
    summary text not null,
    findings json not null,
    state text not null check (state in ('pending', 'approved', 'executed', 'rejected', 'expired', 'failed')),
    reason text,
    decided_by text,
    result text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (run_id, call_id)
  )`,
  `create index proposals_pending on proposals (tenant_id, created_at desc) where state = 'pending'`,
]);

/** What a conversation is about, so that it reopens with the same flow and patient. Earlier conversations have no patient on record. */
const addConversationSubject = migrationOf('0009-conversation-subject', [
  'alter table conversations add column flow text, add column patient_id text',
  `update conversations set flow = (
    select flow from runs where conversation_id = conversations.id order by created_at desc, id desc limit 1
  )`,
]);

/** What askers think of answers, once for each turn. */
const createFeedback = migrationOf('0011-feedback', [
  `create table feedback (
    run_id text primary key references runs on delete cascade,
    tenant_id text not null,
    user_id text not null,
    rating text not null check (rating in ('up', 'down')),
    reason text,
    comment text,
    updated_at timestamptz not null
  )`,
  'create index feedback_of_tenant on feedback (tenant_id, updated_at)',
]);

/** The records' own migrations, oldest first. */
export const recordMigrations: readonly Migration[] = [
  createRecords,
  createIngestion,
  createMemories,
  createApprovals,
  addConversationSubject,
  createFeedback,
];

function migrationOf(id: string, statements: readonly string[]): Migration {
  return {
    id,
    async up(transaction) {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
    },
  };
}
