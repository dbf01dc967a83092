-- Keys that programs of a person call with. The key itself is kept nowhere: `prefix` is its public part, by which it is found, and
-- `hash` the SHA-256 of all of it.
create table api_keys (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  prefix text not null unique,
  hash bytea not null check (length(hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- null never ends
  expires_at timestamptz,
  -- to the minute
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_keys_owner on api_keys (owner_id, created_at desc);
