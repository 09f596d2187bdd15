-- What was deleted, whole, so that it can be restored for a while.
create table removed_documents (
  tenant_id text not null,
  id text not null,
  document jsonb not null,
  passages jsonb not null,
  removed_at timestamptz not null,
  primary key (tenant_id, id)
);

create index removed_documents_by_age on removed_documents (removed_at);
