-- Backups that Chowk made on its own or because an admin asked: what became of each.
create table backups (
  id uuid primary key,
  -- Null: on schedule.
  requested_by uuid references users (id) on delete set null,
  requested_at timestamptz not null default now(),
  begun_at timestamptz,
  ended_at timestamptz,
  status text not null check (status in ('waiting', 'running', 'succeeded', 'failed')),
  -- Of the file, once it has one.
  name text,
  bytes bigint,
  -- What an operator is told.
  error text,
  -- When retention or an operator's hand took the file away.
  deleted_at timestamptz
);
-- One waits or runs at a time.
create unique index backups_unfinished on backups ((true)) where status in ('waiting', 'running');
create index backups_by_time on backups (requested_at desc);
