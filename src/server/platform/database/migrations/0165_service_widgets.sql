-- What a service shows on other sites: off until its owner turns it on.
create table service_widgets (
  service_id uuid primary key references services on delete cascade,
  -- in the page of everybody who looks: it opens this widget and nothing else
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{32}$'),
  enabled boolean not null default false,
  title text not null check (length(title) between 1 and 60),
  greeting text not null default '' check (length(greeting) <= 300),
  -- hosts of the sites that may show it: example.com, *.example.com, localhost:8080
  domains text[] not null default '{}',
  -- what its visitors may start and cost in a day of India
  daily_runs int not null check (daily_runs between 1 and 10000),
  daily_paise bigint not null check (daily_paise >= 0),
  created_at timestamptz not null default now(),
  check (not enabled or cardinality(domains) > 0)
);

-- Runs of its visitors. Whoever has the token of one reads its result.
create table service_widget_runs (
  execution_id uuid primary key,
  service_id uuid not null references service_widgets on delete cascade,
  token_hash text not null,
  created_at timestamptz not null default now()
);
create index service_widget_runs_day on service_widget_runs (service_id, created_at);
