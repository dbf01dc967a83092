-- What operators change while Chowk runs, one row for each setting that was ever changed. Without a row its default applies.
create table settings (
  name text primary key check (name ~ '^[a-z_]+$'),
  value jsonb not null,
  -- Sent back with a change, so that of two admins who decide at the same time the second is told.
  version int not null default 1 check (version > 0),
  reason text not null check (length(reason) between 1 and 1000),
  changed_by uuid not null,
  changed_at timestamptz not null default now()
);

-- Accepted runs whose start is held until maintenance ends, in the order they came up.
create table held_starts (
  execution_id uuid primary key references executions on delete cascade,
  position bigint generated always as identity unique
);
