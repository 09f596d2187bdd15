-- The embedded chart: each resource as it is now, beside it what it is found by; all its versions; and which
-- proposal made which resource, where the key is what makes a write happen once.

create table chart_resources (
  tenant_id text not null,
  resource_type text not null,
  id text not null,
  version integer not null,
  resource jsonb not null,
  patient_id text,
  names text,
  birth_date text,
  status text,
  identifiers text[] not null,
  codes text[] not null,
  dated_from timestamptz,
  dated_to timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id, resource_type, id)
);

create index chart_resources_of_patient on chart_resources (tenant_id, patient_id);

create index chart_resources_by_identifier on chart_resources using gin (identifiers);

create table chart_versions (
  tenant_id text not null,
  resource_type text not null,
  id text not null,
  version integer not null,
  resource jsonb not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  primary key (tenant_id, resource_type, id, version)
);

create table chart_creations (
  tenant_id text not null,
  identifier text not null,
  resource_type text not null,
  id text not null,
  primary key (tenant_id, identifier)
);
