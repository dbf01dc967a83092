-- What workflows sign in with elsewhere. `sealed` holds all fields, encrypted with a key of its own that is encrypted with the key
-- `key_id` of the installation; neither opens in another row. `shown` repeats what is not secret, for the owner's list.
create table credentials (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  type text not null,
  name text not null check (length(name) between 1 and 80),
  shown jsonb not null default '{}',
  -- the last four characters of a long secret
  hint text,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  -- connecting: its owner has not agreed at the service yet; reconnect: the service takes it no longer
  status text not null default 'ready' check (status in ('ready', 'connecting', 'reconnect')),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_owner on credentials (owner_id, created_at desc);
create index credentials_key on credentials (key_id);

-- An account of another service becomes a credential. The answer is taken in the session that asked for it; null where sessions have no name.
alter table pending_connects drop constraint pending_connects_service_check;
alter table pending_connects
  add column credential_id uuid references credentials on delete cascade,
  add column session_id text;
alter table pending_connects add constraint pending_connects_service_check check (service in ('gmail', 'oauth2_generic'));
