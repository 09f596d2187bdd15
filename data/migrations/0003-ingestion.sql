-- Ingest jobs and their files, whose bytes wait here until they are dealt with.

create table ingest_jobs (
  id text primary key,
  tenant_id text not null,
  user_id text not null,
  principal json not null,
  settings json not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  created_at timestamptz not null,
  finished_at timestamptz
);

create index ingest_jobs_unfinished on ingest_jobs (id) where finished_at is null;

create table ingest_files (
  job_id text not null references ingest_jobs on delete cascade,
  position integer not null,
  name text not null,
  bytes bytea,
  outcome json,
  primary key (job_id, position)
);
