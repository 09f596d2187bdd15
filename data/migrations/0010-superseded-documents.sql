-- Which document a document takes the place of, so that nobody is told an old rule as the current one.

alter table documents add column supersedes text;

create index documents_superseded on documents (tenant_id, supersedes) where supersedes is not null;
