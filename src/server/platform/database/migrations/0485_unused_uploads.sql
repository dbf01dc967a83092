-- Uploads that nothing uses go after a time. Each is asked about again and again: one that nothing named is marked, and goes when a day
-- later nothing names it either.
alter table files
  add column use_asked_at timestamptz,
  add column is_unused boolean not null default false;

create index files_use_asked on files (use_asked_at nulls first)
  where owner_id is not null and execution_id is null and expires_at is null;
