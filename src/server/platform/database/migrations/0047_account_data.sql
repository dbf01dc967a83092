-- Copies of everything about a person, made on request (Digital Personal Data Protection Act, 2023, s. 11).
create table data_exports (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
  -- a process that dies leaves its work to whoever looks after this time
  taken_until timestamptz,
  attempts smallint not null default 0,
  bytes bigint,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- the file goes then
  expires_at timestamptz
);
create index data_exports_owner on data_exports (owner_id, created_at desc);
create unique index data_exports_one on data_exports (owner_id) where status in ('queued', 'running');
create index data_exports_due on data_exports (created_at) where status in ('queued', 'running');

-- What still lies on the disk although its rows are gone: written in the transaction that removes the rows, so a crash forgets none.
create table leftovers (
  path text primary key,
  created_at timestamptz not null default now()
);

-- Whose account was deleted at a provider whose tokens outlive it: an older token must not bring them back.
create table erased_subjects (
  subject_hash bytea primary key,
  erased_at timestamptz not null default now()
);
