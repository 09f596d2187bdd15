-- Proposed writes to charts, one row for each call of a run.

create table proposals (
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
);

create index proposals_pending on proposals (tenant_id, created_at desc) where state = 'pending';
