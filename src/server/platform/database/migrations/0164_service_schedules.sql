-- Times at which a service runs by itself, each with the input of its runs.
create table service_schedules (
  id uuid primary key default uuidv7(),
  service_id uuid not null references services on delete cascade,
  -- as a schedule trigger has them: cron, time_zone, missed, most_missed
  config jsonb not null,
  input jsonb not null,
  enabled boolean not null default true,
  -- why it was switched off without its owner
  stopped_reason text,
  next_run_at timestamptz,
  -- since a run was last started
  refused_in_row int not null default 0 check (refused_in_row >= 0),
  created_at timestamptz not null default now(),
  check (not enabled or next_run_at is not null)
);
create index service_schedules_service on service_schedules (service_id, created_at);
create index service_schedules_due on service_schedules (next_run_at) where enabled;

-- What became of its times: a run, or why there was none. A time is here once, whoever looks.
create table service_schedule_times (
  schedule_id uuid not null references service_schedules on delete cascade,
  due_at timestamptz not null,
  execution_id uuid,
  code text,
  reason text,
  primary key (schedule_id, due_at),
  check ((execution_id is null) = (code is not null and reason is not null))
);
