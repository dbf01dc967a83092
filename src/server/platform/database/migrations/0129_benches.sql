-- A private bench: somebody runs own cases on up to three agents and sees them side by side. What goes in and comes out is deleted
-- at the time that was stated before the start; the figures stay.
create table benches (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  -- only forward: draft → running → done | cancelled
  status text not null default 'draft' check (status in ('draft', 'running', 'done', 'cancelled')),
  keep_days smallint not null check (keep_days in (1, 7, 30)),
  -- fields that take what stands in another one: {field: the other}
  same_as jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- something of it is still to be started, waited for, stopped or judged
  is_open boolean not null default false,
  delete_at timestamptz not null,
  deleted_at timestamptz,
  check ((status = 'draft') = (started_at is null))
);
create index benches_owner on benches (owner_id, created_at desc);
create index benches_open on benches (started_at) where is_open;
create index benches_due on benches (delete_at) where deleted_at is null;
create index benches_deleted on benches (deleted_at) where deleted_at is not null;

-- The version that was published, or bought, when the agent was chosen; its name as it was then.
create table bench_agents (
  bench_id uuid not null references benches on delete cascade,
  position smallint not null,
  agent_id uuid references agents on delete set null,
  agent_version_id uuid references agent_versions on delete set null,
  name text not null,
  number int not null,
  primary key (bench_id, position)
);
create index bench_agents_agent on bench_agents (agent_id);
create index bench_agents_version on bench_agents (agent_version_id);

create table bench_cases (
  bench_id uuid not null references benches on delete cascade,
  position smallint not null,
  name text not null,
  input jsonb not null,
  -- null: nothing is expected
  expected jsonb,
  scorer jsonb not null,
  primary key (bench_id, position)
);

-- One agent with one case. The run has the id it stands here with, so that a start that is done twice starts once.
create table bench_runs (
  bench_id uuid not null references benches on delete cascade,
  agent smallint not null,
  position smallint not null,
  execution_id uuid not null unique,
  -- what was held for it; null where it is free
  charge_id uuid,
  -- forward, and from ended to judging when something else is expected
  state text not null default 'held' check (state in ('held', 'started', 'judging', 'ended')),
  -- by whoever starts or judges it; taken anew when that process dies
  taken_at timestamptz,
  outcome text check (outcome in ('succeeded', 'empty', 'failed', 'cancelled')),
  ms int,
  cost_paise bigint not null default 0,
  paid_with text check (paid_with in ('credits', 'trial', 'purchase')),
  score numeric check (score between 0 and 1),
  note text not null default '',
  -- what the scorer said, and what the owner said instead
  is_right boolean,
  ruled boolean,
  primary key (bench_id, agent, position),
  check ((state in ('judging', 'ended')) = (outcome is not null))
);
create index bench_runs_open on bench_runs (bench_id) where state <> 'ended';

-- Files that its cases name, or once named: they go with it.
create table bench_files (
  bench_id uuid not null references benches on delete cascade,
  file_id uuid not null,
  primary key (bench_id, file_id)
);
create index bench_files_file on bench_files (file_id);

alter table executions drop constraint executions_trigger_check;
alter table executions add constraint executions_trigger_check check (trigger in
  ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow', 'form', 'email', 'error', 'bench'));

-- Whether a run is one of a bench, or was started inside one.
create function is_of_bench(run uuid) returns boolean language sql stable as $$
  with recursive up as (
    select id, parent_id, trigger from executions where id = run
    union all
    select e.id, e.parent_id, e.trigger from up join executions e on e.id = up.parent_id
  )
  select exists (select from up where trigger = 'bench')
$$;

-- Whoever runs a bench looks at it: nobody is told of its runs, and no workflow is started by them. A notice would keep their words.
create or replace function leave_failure() returns trigger language plpgsql as $$
begin
  if new.trigger = 'bench' then return null; end if;
  insert into notice_causes (kind, execution_id) values ('run_failed', new.id);
  return null;
end $$;
create or replace function note_failure_for_workflows() returns trigger language plpgsql as $$
begin
  if new.trigger <> 'bench' and exists (
    select 1 from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.type = 'error' and t.enabled and w.owner_id = new.owner_id
  ) then
    insert into failures (execution_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
create or replace function leave_wait() returns trigger language plpgsql as $$
begin
  if is_of_bench(new.execution_id) then return null; end if;
  insert into notice_causes (kind, execution_id, wait_id)
  values (case when new.resolved_at is null then 'wait_opened' else 'wait_closed' end, new.execution_id, new.id);
  return null;
end $$;

-- The run of a bench that sends it, null for every other mail: it goes with what that run gave, and nobody is shown it.
alter table mails add column execution_id uuid;
create index mails_run on mails (execution_id) where execution_id is not null;
