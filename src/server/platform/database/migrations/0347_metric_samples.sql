-- What the charts of /admin/metrics are drawn from: one row a minute, for 30 days.
create table metric_samples (
  minute timestamptz primary key check (minute = date_trunc('minute', minute, 'UTC')),
  -- Measured once for the installation; null in a minute in which no process did.
  queued_runs bigint,
  queue_oldest_s bigint,
  running_runs bigint,
  workers integer,
  waiting_mails bigint,
  parts_down integer,
  database_connections integer,
  database_bytes bigint,
  disk_free_bytes bigint,
  -- Added up over all processes, each of which adds what it counted since it last did.
  runs_succeeded bigint not null default 0,
  runs_failed bigint not null default 0,
  runs_cancelled bigint not null default 0,
  steps bigint not null default 0,
  step_ms bigint not null default 0,
  requests bigint not null default 0,
  requests_failed bigint not null default 0,
  request_ms bigint not null default 0,
  model_tokens bigint not null default 0,
  model_cost_micros bigint not null default 0,
  jobs_failed bigint not null default 0,
  -- The longest that any process kept its callers waiting, at the 99th percentile.
  event_loop_ms double precision not null default 0
);

-- When the last backup that was made with `chowk backup` began; null when none was.
alter table installation add column backed_up_at timestamptz;

-- What metrics look for every few seconds.
create index gateway_events_undone on gateway_events (received_at) where done_at is null;
