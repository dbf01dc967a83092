-- Apps that a person added from an API document. `head` is the connector without its actions, `manifest` what it asks for, as in
-- src/connectors/connector.ts.
create table imported_apps (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- where the document was read from; null for one that was uploaded
  source_url text,
  head jsonb not null,
  manifest jsonb not null,
  actions int not null check (actions > 0),
  created_at timestamptz not null default now()
);
create index imported_apps_owner on imported_apps (owner_id, created_at desc);

create table imported_actions (
  app_id uuid not null references imported_apps on delete cascade,
  id text not null,
  -- in the order of the document
  place int not null,
  title text not null,
  description text not null,
  heading text not null,
  effect text not null check (effect in ('read', 'write', 'destructive')),
  definition jsonb not null,
  primary key (app_id, id)
);
