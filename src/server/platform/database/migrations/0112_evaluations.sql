-- Test cases that a seller keeps for an agent, and how versions of its workflow did with them.
create table agent_cases (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents on delete cascade,
  position int not null,
  name text not null,
  input jsonb not null,
  expected jsonb,
  -- {type: exact | contains | json_fields | number | judge, …}
  scorer jsonb not null,
  created_at timestamptz not null default now(),
  unique (agent_id, position) deferrable initially deferred
);

create table agent_evaluations (
  id uuid primary key default uuidv7(),
  agent_id uuid not null references agents on delete cascade,
  workflow_version_id uuid not null references workflow_versions on delete cascade,
  -- of all cases: a score of other cases is no measure of these
  cases_hash text not null,
  status text not null default 'running' check (status in ('running', 'done')),
  -- from 0 to 1
  score numeric(5, 4) check (score between 0 and 1),
  started_by uuid references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index agent_evaluations_agent on agent_evaluations (agent_id, created_at desc);

create table agent_evaluation_results (
  evaluation_id uuid not null references agent_evaluations on delete cascade,
  position int not null,
  -- the case as it was
  kept jsonb not null,
  execution_id uuid,
  score numeric(5, 4) check (score between 0 and 1),
  -- why it has this score
  note text not null default '',
  primary key (evaluation_id, position)
);
