-- How an agent stands today: what its seller says of it, and what the platform saw of it.
alter table agents
  add column maintenance boolean not null default false,
  -- what its seller tells whoever looks at it or uses it
  add column notice text not null default '' check (length(notice) <= 500),
  -- since when it is under maintenance or says so
  add column notice_at timestamptz;

-- Minutes in which a server of this installation was up and reached its database: bit N is minute N of the hour.
create table platform_hours (
  hour timestamptz primary key,
  minutes bit(60) not null
);

-- Hours in which an agent gave nothing: the platform's own check of it failed, or every run of several buyers did.
create table agent_down_hours (
  agent_id uuid not null references agents on delete cascade,
  hour timestamptz not null,
  cause text not null check (cause in ('check', 'runs')),
  primary key (agent_id, hour)
);
create index agent_down_hours_old on agent_down_hours (hour);

-- The newest check of the version that is sold.
create table agent_checks (
  agent_id uuid primary key references agents on delete cascade,
  version_id uuid not null references agent_versions on delete cascade,
  checked_at timestamptz not null,
  -- of its first sample; null where a run would ask a model or send something out
  state text check (state in ('passed', 'failed')),
  -- why it failed, for its seller
  reason text,
  ms int check (ms >= 0),
  -- what machines find in its steps
  high int not null,
  medium int not null,
  low int not null,
  -- the workflow is the one that was hashed when the version was made
  intact boolean not null
);
