-- Workflows that start when rows of a data table change. What happened is written down in the transaction that changes the rows.
alter table workflow_triggers drop constraint workflow_triggers_type_check;
alter table workflow_triggers add constraint workflow_triggers_type_check
  check (type in ('webhook', 'schedule', 'form', 'chat', 'email', 'error', 'app', 'table'));
-- Until then the draft is tried with the next change.
alter table workflow_triggers add column listens_until timestamptz;
create index workflow_triggers_table on workflow_triggers ((config ->> 'table_id')) where type = 'table' and enabled;
create index workflow_triggers_listening on workflow_triggers ((draft_config ->> 'table_id'))
  where type = 'table' and listens_until is not null;

alter table executions drop constraint executions_trigger_check;
alter table executions add constraint executions_trigger_check check (trigger in
  ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow', 'form', 'email', 'error', 'bench', 'app', 'batch', 'table'));

-- Whose turn it is, and how the last start went. There once something has changed.
create table table_triggers (
  trigger_id uuid primary key references workflow_triggers on delete cascade,
  owner_id uuid not null references users on delete cascade,
  next_at timestamptz not null default now(),
  taken_until timestamptz,
  served_at timestamptz,
  -- refused starts of what waits first
  attempts integer not null default 0,
  error text
);
create index table_triggers_due on table_triggers (next_at);
create index table_triggers_owner on table_triggers (owner_id);

create table table_changes (
  -- changes of one table follow each other: who changes rows holds a lock of it
  id bigint generated always as identity primary key,
  trigger_id uuid not null references table_triggers on delete cascade,
  table_id uuid not null references data_tables on delete cascade,
  row_id uuid not null,
  change text not null check (change in ('added', 'changed', 'deleted')),
  -- as it is afterwards; of a deleted row as it was
  cells jsonb not null,
  before jsonb,
  -- the workflows whose runs led to it, this one's own included
  chain uuid[] not null,
  -- for a run of the draft
  test boolean not null,
  at timestamptz not null default now()
);
create index table_changes_trigger on table_changes (trigger_id, id);
create index table_changes_table on table_changes (table_id);

-- What a change has tried has no method.
alter table trigger_calls alter column method drop not null;

-- Runs that changes have started: `upto` says which belong to it, however often it is started.
create table table_trigger_runs (
  execution_id uuid primary key,
  trigger_id uuid not null references workflow_triggers on delete cascade,
  chain uuid[] not null,
  upto bigint not null,
  created_at timestamptz not null default now()
);
create index table_trigger_runs_trigger on table_trigger_runs (trigger_id);
