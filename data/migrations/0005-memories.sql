-- What askers told of themselves, of those who asked Galen to remember: their row in `rememberers` is the wish.

create table rememberers (
  tenant_id text not null,
  user_id text not null,
  primary key (tenant_id, user_id)
);

create table memories (
  id text primary key,
  tenant_id text not null,
  user_id text not null,
  kind text not null check (kind in ('condition', 'medication', 'allergy', 'preference')),
  text text not null,
  run_id text references runs on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id, user_id) references rememberers on delete cascade
);

create unique index memories_once on memories (tenant_id, user_id, kind, lower(text));
