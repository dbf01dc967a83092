-- Assistants that people let use their account over MCP, by OAuth (decision 0293). Of every secret, only its SHA-256 is stored.

-- Programs that registered themselves (RFC 7591). Anyone can, so nothing here is proven.
create table assistant_clients (
  id text primary key check (length(id) between 10 and 100),
  name text not null check (length(name) between 1 and 80),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at timestamptz not null default now(),
  -- when a person last connected it; null for a registration that expires soon
  used_at timestamptz
);
create index assistant_clients_unused on assistant_clients (created_at) where used_at is null;
create index assistant_clients_used on assistant_clients (used_at) where used_at is not null;

-- What one person let one program do at one address.
create table assistants (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- of a registration, or the address of the program's own metadata document
  client_id text not null check (length(client_id) between 1 and 500),
  -- as the person saw them when they agreed
  name text not null check (length(name) between 1 and 80),
  returns_to text not null check (length(returns_to) between 1 and 300),
  -- the path of the MCP server that its tokens are for
  resource text not null check (length(resource) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- to the minute
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index assistants_user on assistants (user_id, created_at desc);
create trigger zz_refuse_erased after insert on assistants for each row execute function refuse_erased('user_id');

create table assistant_codes (
  hash bytea primary key check (length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  client_id text not null,
  name text not null,
  returns_to text not null,
  redirect_uri text not null,
  resource text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  challenge text not null check (length(challenge) = 43),
  expires_at timestamptz not null,
  -- a second use ends the connection that the first one made, which may be gone by then
  used_at timestamptz,
  assistant_id uuid
);
create index assistant_codes_user on assistant_codes (user_id);
create index assistant_codes_expires on assistant_codes (expires_at);
create trigger zz_refuse_erased after insert on assistant_codes for each row execute function refuse_erased('user_id');

create table assistant_tokens (
  hash bytea primary key check (length(hash) = 32),
  assistant_id uuid not null references assistants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text[] not null check (cardinality(scopes) > 0),
  expires_at timestamptz not null,
  -- of a refresh token: it was exchanged for the next one
  used_at timestamptz
);
create index assistant_tokens_assistant on assistant_tokens (assistant_id);
create index assistant_tokens_expires on assistant_tokens (expires_at);
