-- MCP servers that admins offer from npm packages, which run in the sandbox (decision 0301). A version that was fetched and looked into:
-- waiting for an admin to agree, or installed. Its bytes are in the storage, under `plugins/<hash>`.
create table mcp_package_versions (
  id uuid primary key default uuidv7(),
  package text not null check (length(package) between 1 and 214),
  version text not null check (length(version) between 1 and 100),
  source text not null check (source in ('registry', 'file')),
  -- what the registry names; null of a file
  integrity text,
  -- SHA-256 of all files with their names
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- tells whether a version is still the same: of the registry's archive, or of the files
  pin text not null,
  bytes bigint not null,
  files int not null,
  description text not null,
  licence text,
  website text,
  -- the path of its program in the tree
  program text not null,
  -- that its code names: nothing of it is allowed by that
  hosts jsonb not null,
  environment jsonb not null,
  warnings jsonb not null,
  -- what it said of itself when it was last started for a look; null before
  title text,
  tools jsonb,
  fetched_at timestamptz not null default now(),
  unique (package, version, hash)
);

create table mcp_packages (
  id uuid primary key default uuidv7(),
  package text not null unique,
  version_id uuid not null unique references mcp_package_versions,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  name text not null check (length(name) between 1 and 80),
  arguments jsonb not null,
  -- [{name, kind, value}]: the value is null where it is secret, or each person gives their own
  environment jsonb not null,
  hosts jsonb not null,
  -- secret values by their names
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  installed_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);

-- Stays when a package is removed: a version that comes back has to be the one that was here.
create table mcp_package_events (
  id uuid primary key default uuidv7(),
  package text not null,
  event text not null check (event in ('installed', 'updated', 'enabled', 'disabled', 'changed', 'removed')),
  version text not null,
  from_version text,
  pin text,
  by uuid references users on delete set null,
  at timestamptz not null default now()
);
create index mcp_package_events_package on mcp_package_events (package, at desc);
create index mcp_package_events_by on mcp_package_events (by) where by is not null;
