-- Parts what a passage is (its words and their place) from how it is found (terms and vectors). The latter live
-- in tables of a generation's own, so that a new generation can be built beside the one in use.

-- Every combination of what passages are filtered by, and how many passages have it: filters are decided on these few.
create table facets (
  id integer primary key generated always as identity,
  tenant_id text not null,
  scope text not null,
  department text,
  collection text not null,
  role text,
  topic text,
  sub_topic text,
  source_type text not null,
  evidence_level text not null,
  year integer not null,
  language text not null,
  passages integer not null,
  unique nulls not distinct (tenant_id, scope, department, collection, role, topic, sub_topic, source_type,
                             evidence_level, year, language)
);

create sequence document_revisions;

alter table documents
  add role text, add topic text, add sub_topic text, add facet_id integer,
  add revision bigint not null default nextval('document_revisions');

insert into facets (tenant_id, scope, department, collection, role, topic, sub_topic, source_type, evidence_level,
                      year, language, passages)
  select d.tenant_id, d.scope, d.department, d.collection, null, null, null, d.source_type, d.evidence_level, d.year,
         d.language, count(p.id)
  from documents d left join passages p on p.tenant_id = d.tenant_id and p.document_id = d.id
  group by d.tenant_id, d.scope, d.department, d.collection, d.source_type, d.evidence_level, d.year, d.language;

update documents d set facet_id = f.id from facets f
  where f.tenant_id = d.tenant_id and f.scope = d.scope and f.department is not distinct from d.department
    and f.collection = d.collection and f.source_type = d.source_type and f.evidence_level = d.evidence_level
    and f.year = d.year and f.language = d.language;

alter table documents alter facet_id set not null;

create index documents_by_facet on documents (facet_id);

-- Raised by every change, removals too: what vectors in memory are as of.
create table tenant_revisions (
  tenant_id text primary key,
  revision bigint not null,
  vectors bigint not null default 0
);

insert into tenant_revisions (tenant_id, revision)
  select distinct tenant_id, nextval('document_revisions') from documents
  on conflict (tenant_id) do nothing;

create index documents_by_revision on documents (tenant_id, revision);

create index documents_by_prefix on documents (tenant_id, collection, id collate "C");

create table index_generations (
  id integer primary key generated always as identity,
  state text not null check (state in ('building', 'live', 'old')),
  engine text not null,
  analyzer text not null,
  embedder text not null,
  dimensions integer not null,
  vector_index text not null,
  -- When something was last put into it: one that nobody builds any more is dropped.
  touched_at timestamptz not null default now()
);

create unique index index_generations_live on index_generations (state) where state = 'live';

insert into index_generations (state, engine, analyzer, embedder, dimensions, vector_index)
  values ('live', 'postgres', '2', 'hash-1', 256, 'exact');

create table passage_entries_1 (
  tenant_id text not null,
  passage_id text not null,
  document_id text not null,
  revision bigint not null,
  facet_id integer not null,
  terms text not null,
  embedding vector(256),
  code bytea,
  primary key (tenant_id, passage_id)
);

insert into passage_entries_1 (tenant_id, passage_id, document_id, revision, facet_id, terms, embedding)
  select p.tenant_id, p.id, p.document_id, d.revision, d.facet_id, p.terms, p.embedding
  from passages p join documents d on d.tenant_id = p.tenant_id and d.id = p.document_id;

create index passage_entries_1_document on passage_entries_1 (tenant_id, document_id, passage_id);

create index passage_entries_1_facet on passage_entries_1 (facet_id);

create index passage_entries_1_bm25 on passage_entries_1 using bm25 (terms)
  with (text_config = 'simple', k1 = 1.2, b = 0.6);

alter table lexicon rename to lexicon_1;

alter index lexicon_pkey rename to lexicon_1_pkey;

drop index passages_bm25;

alter table passages
  drop collection, drop language, drop source_type, drop evidence_level, drop scope, drop department, drop terms,
  drop embedding,
  add heading_path json not null default '[]', add page integer, add ordinal integer not null default 0;

update passages set heading_path = case heading when '' then '[]'::json else json_build_array(heading) end,
  ordinal = coalesce(substring(id from '#([0-9]+)$')::integer, 0);

alter table passages alter heading_path drop default, alter ordinal drop default, drop heading;
