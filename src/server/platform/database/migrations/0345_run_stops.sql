-- An admin ends all runs of an agent, an owner or a workflow that are under way. A job works them off in slices (decision 0261).
create table run_stops (
  id uuid primary key default uuidv7(),
  scope text not null check (scope in ('agent', 'owner', 'workflow')),
  target_id uuid not null,
  reason text not null check (length(reason) between 1 and 1000),
  asked_by uuid references users on delete set null,
  -- runs that were under way when it began
  found int not null check (found >= 0),
  stopped int not null default 0,
  -- the last run that was looked at, and how often the job came to the end of them
  after_run uuid,
  passes int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index run_stops_open on run_stops (id) where finished_at is null;
create unique index run_stops_one_open on run_stops (scope, target_id) where finished_at is null;
create index run_stops_newest on run_stops (created_at desc, id desc);
create index run_stops_asked_by on run_stops (asked_by) where asked_by is not null;
