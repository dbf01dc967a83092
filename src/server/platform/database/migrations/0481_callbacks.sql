-- What requests of ours are signed with, and those to us are checked by. A replaced one is valid for a day more.
create table signing_secrets (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('callback', 'service_hook')),
  -- of a service's webhook
  service_id uuid references services on delete cascade,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  check ((purpose = 'service_hook') = (service_id is not null))
);
create unique index signing_secrets_callback on signing_secrets (owner_id) where purpose = 'callback' and replaced_at is null;
create unique index signing_secrets_hook on signing_secrets (service_id) where purpose = 'service_hook' and replaced_at is null;
create index signing_secrets_owner on signing_secrets (owner_id);
create index signing_secrets_service on signing_secrets (service_id);

-- What is told to the address of a batch when it ends.
create table callback_deliveries (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches on delete cascade,
  url text not null,
  body jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  -- The last answer: an HTTP status, or what went wrong.
  last_status int,
  last_error text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index callback_deliveries_batch on callback_deliveries (batch_id, created_at desc);
create index callback_deliveries_due on callback_deliveries (next_at) where status = 'waiting';
