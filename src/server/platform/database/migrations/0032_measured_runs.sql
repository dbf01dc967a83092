-- Figures of listings grow with what was run since the last look, not with everything that ever was: runs are counted by day,
-- and only the days that may have changed are counted again.
create table agent_days (
  agent_id uuid not null references agents on delete cascade,
  -- UTC
  day date not null,
  runs bigint not null,
  succeeded bigint not null,
  primary key (agent_id, day)
);
-- who has used an agent, and when last: a user's id or a visitor's key
create table agent_users (
  agent_id uuid not null references agents on delete cascade,
  user_key text not null,
  last_run_at timestamptz not null,
  primary key (agent_id, user_key)
);
create index agent_users_recent on agent_users (agent_id, last_run_at);

-- runs of agents only: workflows of one's own do not pay for it
create index executions_measured on executions (finished_at, agent_id, status)
  where agent_id is not null and parent_id is null and finished_at is not null;

-- null: nothing has been measured yet
alter table marketplace add column measured_until timestamptz;
