-- Which run an entry tells of, beside the content that is hashed, so that it can be looked up; and how far each chain
-- has been verified.
alter table audit_entries add column run_id text;

update audit_entries set run_id = case when body is json object then body::json ->> 'run_id' end;

create index audit_entries_by_run on audit_entries (tenant_id, run_id) where run_id is not null;

create index runs_of_tenant on runs (tenant_id, id);

create table audit_checkpoints (
  tenant_id text primary key,
  seq bigint not null,
  hash text not null
);
