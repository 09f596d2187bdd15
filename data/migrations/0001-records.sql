-- Conversations, runs with their events, and the audit chain. Envelopes are `json`: it keeps the text as it
-- came.

create table instances (
  id text primary key,
  heartbeat_at timestamptz not null
);

create table conversations (
  id text primary key,
  tenant_id text not null,
  user_id text not null,
  title text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index conversations_newest on conversations (tenant_id, user_id, updated_at desc, id desc);

create table runs (
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
);

create index runs_of_conversation on runs (conversation_id);

create index runs_running on runs (instance_id) where status = 'running';

create table messages (
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
);

create index messages_in_order on messages (conversation_id, position);

create index messages_of_run on messages (run_id);

create table run_events (
  run_id text not null references runs on delete cascade,
  seq integer not null,
  tenant_id text not null,
  type text not null,
  data json not null,
  primary key (run_id, seq)
);

create table audit_heads (
  tenant_id text primary key,
  seq bigint not null,
  prev_hash text not null,
  hash text not null
);

create table audit_entries (
  tenant_id text not null,
  seq bigint not null,
  entry_id text not null,
  prev_hash text not null,
  hash text not null,
  body text not null,
  primary key (tenant_id, seq)
);

create index audit_entries_by_id on audit_entries (tenant_id, entry_id);

create index audit_entries_by_prev on audit_entries (tenant_id, prev_hash);
