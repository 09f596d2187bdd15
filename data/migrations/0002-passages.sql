-- Documents, their passages with BM25 terms and vectors, and how often each term occurs.

create extension if not exists vector;

create extension if not exists pg_textsearch;

create table documents (
  tenant_id text not null,
  id text not null,
  collection text not null,
  title text not null,
  text text not null,
  language text not null,
  source_type text not null,
  evidence_level text not null,
  journal text not null,
  year integer not null,
  url text,
  pmid text,
  reference text,
  scope text not null check (scope in ('public', 'internal', 'private')),
  department text,
  fingerprint text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

create table passages (
  tenant_id text not null,
  id text not null,
  document_id text not null,
  heading text not null,
  text text not null,
  start_pos integer not null,
  end_pos integer not null,
  collection text not null,
  language text not null,
  source_type text not null,
  evidence_level text not null,
  scope text not null,
  department text,
  terms text not null,
  embedding vector(256) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references documents on delete cascade
);

create index passages_by_document on passages (tenant_id, document_id);

create index passages_bm25 on passages using bm25 (terms)
with (text_config = 'simple', k1 = 1.2, b = 0.6);

-- How often each term occurs; the row with the empty term counts all passages and all their terms.
create table lexicon (
  tenant_id text not null,
  term text not null,
  passages integer not null,
  occurrences bigint not null,
  primary key (tenant_id, term)
);
