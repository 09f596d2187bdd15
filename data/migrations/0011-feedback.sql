-- What askers think of answers, once for each turn.

create table feedback (
  run_id text primary key references runs on delete cascade,
  tenant_id text not null,
  user_id text not null,
  rating text not null check (rating in ('up', 'down')),
  reason text,
  comment text,
  updated_at timestamptz not null
);

create index feedback_of_tenant on feedback (tenant_id, updated_at);
