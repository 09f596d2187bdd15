-- When an approved write was made, or given up.

alter table proposals add column settled_at timestamptz;
