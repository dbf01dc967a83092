-- Which installation this database belongs to, and the keys it is used with. Only fingerprints are stored: a process that starts with
-- another secret or vault key (a wrong or unmounted data folder) is refused before it can do harm.
create table installation (
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  secret_fingerprint text not null,
  -- The newest vault key: what credentials are encrypted under from now on.
  vault_key_id text not null,
  keys_changed_at timestamptz not null default now()
);
