-- A package that was fetched and looked into: waiting for an admin to agree, or installed. `head` is the connector without its actions, as in
-- src/connectors/connector.ts; the bytes are in the storage, under `plugins/<hash>`.
create table plugin_packages (
  id uuid primary key default uuidv7(),
  plugin text not null check (plugin ~ '^piece-[a-z0-9][a-z0-9-]{0,79}$'),
  package text not null check (length(package) <= 214),
  version text not null check (length(version) <= 100),
  source text not null check (source in ('registry', 'file', 'folder')),
  verified boolean not null,
  -- what the registry names; null of a file
  integrity text,
  -- SHA-256 of all files with their names
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- tells whether a version is still the same: of the registry's archive, or of the files
  pin text not null,
  bytes bigint not null,
  files int not null,
  head jsonb not null,
  actions jsonb not null,
  triggers jsonb not null,
  authors jsonb not null,
  warnings jsonb not null,
  fetched_at timestamptz not null default now(),
  unique (plugin, version, hash)
);

create table plugins (
  id text primary key check (id ~ '^piece-[a-z0-9][a-z0-9-]{0,79}$'),
  package_id uuid not null unique references plugin_packages,
  state text not null check (state in ('enabled', 'disabled')),
  -- hosts that admins added to those its code names
  added_hosts jsonb not null default '[]',
  installed_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

-- Stays when a plugin is removed: a version that comes back has to be the one that was here.
create table plugin_events (
  id uuid primary key default uuidv7(),
  plugin text not null,
  event text not null check (event in ('installed', 'updated', 'enabled', 'disabled', 'host_added', 'host_removed', 'removed')),
  version text not null,
  from_version text,
  host text,
  pin text,
  by uuid references users on delete set null,
  at timestamptz not null default now()
);
create index plugin_events_plugin on plugin_events (plugin, at desc);

-- What pieces keep between runs, for a person and, below `scope`, for one workflow.
create table piece_values (
  owner_id uuid not null references users on delete cascade,
  plugin text not null,
  scope text not null,
  key text not null check (length(key) between 1 and 200),
  value jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (owner_id, plugin, scope, key)
);
