-- The whole foundation: people, what is sold, what is built, what runs.
create extension if not exists pg_trgm;
create extension if not exists citext;

create table users (
  id uuid primary key default uuidv7(),
  -- the subject of the verified token, whichever identity provider minted it (§3)
  firebase_uid text not null unique,
  email citext not null unique,
  display_name text not null check (length(display_name) between 1 and 120),
  role text not null default 'basic_user' check (role in ('basic_user', 'seller', 'creator_admin', 'admin', 'super_admin')),
  status text not null default 'active' check (status in ('active', 'pending', 'rejected', 'blocked', 'deactivated')),
  -- null while blocked means for ever
  blocked_until timestamptz,
  status_reason text,
  avatar_url text,
  bio text,
  website_url text,
  commission_rate numeric(5, 4) not null default 0.15 check (commission_rate between 0 and 1),
  is_verified boolean not null default false,
  preferences jsonb not null default '{}',
  last_login timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table categories (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  name text not null,
  description text not null,
  icon text not null,
  position int not null
);

create table workflows (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  -- the draft; `revision` counts its edits, an edit made against an older one is refused
  document jsonb not null,
  revision int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index workflows_owner on workflows (owner_id, updated_at desc);

-- every edit with its inverse: undo for everything, on every device
create table workflow_operations (
  workflow_id uuid not null references workflows on delete cascade,
  revision int not null,
  operation jsonb not null,
  inverse jsonb not null,
  author_id uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (workflow_id, revision)
);

-- immutable; what was bought or started is what runs
create table workflow_versions (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows,
  number int not null,
  document jsonb not null,
  content_hash text not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  unique (workflow_id, number),
  unique (workflow_id, content_hash)
);

create table agents (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  seller_id uuid not null references users,
  name text not null,
  tagline text not null,
  description text not null,
  category_slug text not null references categories (slug),
  icon text not null,
  tags text[] not null default '{}',
  status text not null default 'draft' check (status in ('draft', 'in_review', 'published', 'suspended', 'archived', 'rejected')),
  is_featured boolean not null default false,
  price_type text not null default 'free' check (price_type in ('free', 'per_run', 'monthly', 'one_time')),
  price_paise bigint not null default 0 check (price_paise >= 0),
  currency text not null default 'INR' check (currency = 'INR'),
  trial_runs int not null default 3 check (trial_runs >= 0),
  current_version_id uuid,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector generated always as (
    setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', tagline), 'B')
    || setweight(array_to_tsvector(tags), 'B') || setweight(to_tsvector('english', description), 'C')
  ) stored
);
create index agents_search on agents using gin (search);
create index agents_name_trgm on agents using gin (name gin_trgm_ops);
create index agents_listing on agents (status, category_slug, published_at desc);
create index agents_seller on agents (seller_id);

create table agent_versions (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents,
  number int not null,
  workflow_version_id uuid not null references workflow_versions,
  input_schema jsonb not null,
  output_schema jsonb not null,
  -- which viewer shows the result
  view text not null,
  -- [{title, input}]: what "Try it" offers
  samples jsonb not null default '[]',
  -- what is read, where it goes, which models, how long kept
  permissions jsonb not null default '{}',
  -- [{does: […], does_not: […], how_it_works}] and other listing text that belongs to the version
  listing jsonb not null default '{}',
  price_type text not null,
  price_paise bigint not null,
  changelog text not null default '',
  content_hash text not null,
  created_at timestamptz not null default now(),
  unique (agent_id, number)
);
alter table agents add foreign key (current_version_id) references agent_versions;

-- figures of a listing, measured by the platform from executions, never typed
create table agent_stats (
  agent_id uuid primary key references agents on delete cascade,
  runs bigint not null default 0,
  succeeded bigint not null default 0,
  median_ms int,
  users_30d int not null default 0,
  measured_at timestamptz not null default now()
);

-- a deployed, pinned version ("My AI Services")
create table services (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  agent_id uuid not null references agents,
  agent_version_id uuid not null references agent_versions,
  name text not null check (length(name) between 1 and 120),
  settings jsonb not null default '{}',
  status text not null default 'running' check (status in ('running', 'paused', 'stopped', 'error')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index services_owner on services (owner_id, created_at desc);

create table files (
  id uuid primary key default uuidv7(),
  -- exactly one owner: a user, or the visitor's key
  owner_id uuid references users,
  visitor_key text,
  name text not null,
  mime text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  check ((owner_id is null) <> (visitor_key is null))
);
create index files_owner on files (owner_id, created_at desc);
create index files_expiry on files (expires_at) where expires_at is not null;

-- One row a run. Narrow and without foreign keys on the hot path: the engine writes it tens of thousands of times a second,
-- and its references are checked where the execution is started.
create table executions (
  id uuid primary key,
  owner_id uuid,
  visitor_key text,
  run_token_hash text,
  workflow_id uuid not null,
  workflow_version_id uuid not null,
  agent_id uuid,
  agent_version_id uuid,
  service_id uuid,
  -- the execution whose node waits for this one
  parent_id uuid,
  parent_node text,
  depth smallint not null default 0,
  status text not null check (status in ('queued', 'running', 'waiting', 'paused', 'succeeded', 'failed', 'cancelled')),
  trigger text not null check (trigger in ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  input jsonb not null,
  output jsonb,
  error jsonb,
  -- who runs it; every write of a run is fenced by the epoch it took the execution with
  executor text,
  epoch int not null default 0,
  -- how often a worker died on it
  deaths smallint not null default 0,
  cost_paise bigint not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index executions_owner on executions (owner_id, created_at desc) where owner_id is not null;
create index executions_created on executions (created_at desc);
create index executions_agent on executions (agent_id, created_at desc) where agent_id is not null;
create index executions_workflow on executions (workflow_id, created_at desc);
create index executions_service on executions (service_id, created_at desc) where service_id is not null;
create index executions_unfinished on executions (executor, status) where status in ('queued', 'running', 'waiting', 'paused');
create index executions_parent on executions (parent_id) where parent_id is not null;

-- The row a person sees for a finished node is the row that recovery reads.
create table node_runs (
  execution_id uuid not null,
  node_id text not null,
  iteration text not null default '',
  -- order of events in the execution: what SSE resumes by
  seq int not null,
  status text not null check (status in ('succeeded', 'failed', 'skipped', 'waiting')),
  attempts smallint not null default 1,
  port text,
  output jsonb,
  error jsonb,
  logs jsonb,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (execution_id, node_id, iteration)
);

-- What a waiting node waits for; the row is resolved once.
create table execution_waits (
  id uuid primary key default uuidv7(),
  execution_id uuid not null,
  node_id text not null,
  iteration text not null default '',
  wait jsonb not null,
  until timestamptz,
  resolution jsonb,
  resolved_by uuid,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  unique (execution_id, node_id, iteration)
);
create index execution_waits_open on execution_waits (execution_id) where resolved_at is null;

-- Webhook and schedule triggers of published workflows.
create table workflow_triggers (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  type text not null check (type in ('webhook', 'schedule')),
  -- the unguessable part of /hooks/{token}
  token text unique,
  test_token text unique,
  config jsonb not null,
  enabled boolean not null default true,
  next_run_at timestamptz,
  created_at timestamptz not null default now(),
  unique (workflow_id, type)
);

create table code_tables (
  system text primary key,
  version text not null,
  source text not null,
  imported_at timestamptz not null default now()
);
create table codes (
  system text not null references code_tables on delete cascade,
  code text not null,
  billable boolean not null,
  description text not null,
  synonyms text[] not null default '{}',
  primary key (system, code)
);

-- runs a visitor without an account has used today, by a keyed hash of the address
create table visitor_usage (
  visitor_key text not null,
  day date not null,
  runs int not null default 0,
  primary key (visitor_key, day)
);
