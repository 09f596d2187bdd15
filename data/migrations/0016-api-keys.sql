-- Keys by which programs and people sign in. Of a key only its digest is kept.

create table api_keys (
  id text primary key,
  digest text not null unique,
  name text not null,
  tenant_id text not null,
  principal json not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index api_keys_of_tenant on api_keys (tenant_id, created_at);
