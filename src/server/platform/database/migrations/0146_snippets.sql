-- Parts of workflows that a person keeps to use again. A version never changes: a group that was inserted says which one it is from.
create table snippets (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index snippets_name on snippets (owner_id, lower(name));

create table snippet_versions (
  snippet_id uuid not null references snippets on delete cascade,
  number int not null,
  -- {nodes, edges, inputs: [{key, label, places: [{node, path, part?}]}]}: no ids of anybody's things, no secrets
  content jsonb not null,
  content_hash text not null,
  created_at timestamptz not null default now(),
  primary key (snippet_id, number)
);
create function keep_snippet_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of a snippet is never changed';
end $$;
create trigger snippet_versions_are_kept before update on snippet_versions for each row execute function keep_snippet_version();
