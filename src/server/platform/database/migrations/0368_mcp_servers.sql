-- MCP servers that people connected, and their tools as they were last read (decision 0288).
create table mcp_servers (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  url text not null check (length(url) between 1 and 2000),
  transport text not null default 'http' check (transport in ('http', 'sse')),
  sign_in text not null check (sign_in in ('none', 'headers', 'oauth')),
  -- null where it needs none, or where its owner deleted it
  credential_id uuid references credentials on delete set null,
  -- what the server says of itself
  title text not null default '',
  version text not null default '',
  protocol text not null default '',
  instructions text not null default '',
  resources int not null default 0,
  prompts int not null default 0,
  left_out int not null default 0,
  -- the owner agreed that its word on tools being read-only counts
  trust_read_only boolean not null default false,
  -- null until it was reached, and again when it says that its tools changed
  checked_at timestamptz,
  last_error text,
  calls bigint not null default 0,
  failures bigint not null default 0,
  last_call_at timestamptz,
  created_at timestamptz not null default now()
);
create index mcp_servers_owner on mcp_servers (owner_id, created_at desc);
create index mcp_servers_credential on mcp_servers (credential_id) where credential_id is not null;

create table mcp_tools (
  server_id uuid not null references mcp_servers on delete cascade,
  -- the id of the action
  id text not null check (length(id) between 1 and 140),
  -- as the server calls it
  name text not null check (length(name) between 1 and 140),
  place int not null,
  definition jsonb not null,
  hash bytea not null check (length(hash) = 32),
  -- what the owner agreed to; null for a tool they have not seen yet
  agreed jsonb,
  agreed_hash bytea,
  enabled boolean not null default true,
  -- the server offers it no longer
  gone boolean not null default false,
  calls bigint not null default 0,
  failures bigint not null default 0,
  last_call_at timestamptz,
  primary key (server_id, id),
  unique (server_id, name),
  check ((agreed is null) = (agreed_hash is null))
);
