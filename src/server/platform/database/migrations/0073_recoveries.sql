-- Recovering many failed runs at once. Each is one line that is done once, by whichever process comes by it.
create table recoveries (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  -- made by whoever presses the button: pressed twice, it is one recovery
  key uuid not null,
  action text not null check (action in ('retry', 'rerun', 'rerun_newest')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (owner_id, key)
);
create index recoveries_open on recoveries (created_at) where finished_at is null;

create table recovery_items (
  recovery_id uuid not null references recoveries on delete cascade,
  execution_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'started', 'refused')),
  -- the run that was made of it
  new_id uuid,
  reason text,
  -- whoever has it now; one that is taken for long was left behind by a process that died
  taken_at timestamptz,
  primary key (recovery_id, execution_id)
);
create index recovery_items_pending on recovery_items (recovery_id, execution_id) where status = 'pending';
