-- Many documents for one service. Each item becomes a run, started in the transaction that says so here.
alter table executions drop constraint executions_trigger_check;
alter table executions add constraint executions_trigger_check check (trigger in
  ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow', 'form', 'email', 'error', 'bench', 'app', 'batch'));

create table batches (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  -- null once the service is deleted
  service_id uuid references services on delete set null,
  -- The member of the workspace who made it; the owner otherwise.
  created_by uuid references users on delete set null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'cancelled', 'finished')),
  -- Why it paused: a word for programs and a sentence for people.
  pause_code text,
  pause_message text,
  -- A pause for want of money is looked at again then.
  retry_at timestamptz,
  -- What all its runs may cost together.
  cap_paise bigint check (cap_paise > 0),
  -- Names of single values that results had, in the order they were first seen.
  columns text[] not null default '{}',
  callback_url text,
  -- Something is left to do: items to start, runs under way.
  is_open boolean not null default false,
  -- How often it has been started or its failures were retried.
  round int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((status = 'paused') = (pause_code is not null)),
  check ((pause_code is null) = (pause_message is null))
);
create index batches_owner on batches (owner_id, created_at desc);
create index batches_service on batches (service_id, created_at desc);
create index batches_created_by on batches (created_by);
create index batches_open on batches (id) where is_open;

create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  position int not null check (position >= 0),
  name text not null,
  -- null once its run has it, or where there never was one
  input jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'started', 'succeeded', 'failed', 'cancelled')),
  -- Why it failed.
  code text,
  message text,
  attempts int not null default 0,
  execution_id uuid,
  -- Of all its attempts.
  cost_paise bigint not null default 0,
  ms int,
  ended_at timestamptz,
  primary key (batch_id, position),
  check (state <> 'failed' or code is not null)
);
create index batch_items_state on batch_items (batch_id, state, position);
create index batch_items_execution on batch_items (execution_id) where execution_id is not null;

-- What a results table shows of a run: made from its output, and gone with it.
create table batch_results (
  execution_id uuid primary key references executions on delete cascade,
  -- Single values of the output, as text.
  fields jsonb not null,
  -- The first findings, and how many there are.
  top text not null,
  findings int not null,
  -- The lowest of its findings.
  confidence real,
  pages int
);
