-- What arrived from apps, written down before anything else happens: each starts one run, whoever looks and however often.
create table app_trigger_items (
  id uuid primary key default uuidv7(),
  app_trigger_id uuid not null references app_triggers on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- what tells it apart from others: a delivery that comes twice is known by it
  key text not null,
  -- null once its run has been started
  input jsonb,
  execution_id uuid,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  -- why it could not be started
  error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  unique (app_trigger_id, key)
);
create index app_trigger_items_waiting on app_trigger_items (owner_id, next_at) where done_at is null;
create index app_trigger_items_done on app_trigger_items (done_at) where done_at is not null;
