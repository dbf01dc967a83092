-- People report agents, sellers and reviews. All reports on the same thing are one case while it is open (decision 0261).
create table report_cases (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('agent', 'review', 'person')),
  target_id uuid not null,
  state text not null default 'open' check (state in ('open', 'in_review', 'resolved', 'dismissed')),
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  assigned_to uuid references users on delete set null,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  outcome text check (length(outcome) between 1 and 1000),
  check ((state in ('resolved', 'dismissed')) = (decided_at is not null)),
  check ((decided_at is null) = (outcome is null))
);
create unique index report_cases_one_open on report_cases (kind, target_id) where state in ('open', 'in_review');
create index report_cases_due on report_cases (due_at, id) where state in ('open', 'in_review');
create index report_cases_decided on report_cases (decided_at desc, id desc) where decided_at is not null;
create index report_cases_target on report_cases (target_id, opened_at desc);
create index report_cases_assigned on report_cases (assigned_to) where assigned_to is not null;
create index report_cases_decided_by on report_cases (decided_by) where decided_by is not null;

-- Reports on agents and persons. Those on reviews are in review_reports.
create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid not null references users,
  reason text not null check (reason ~ '^[a-z_]{1,40}$'),
  details text not null check (length(details) between 1 and 2000),
  -- a link
  evidence text check (length(evidence) <= 500),
  -- a run of the reporter
  evidence_run uuid,
  created_at timestamptz not null default now(),
  unique (case_id, reporter_id)
);
create index reports_reporter on reports (reporter_id, created_at desc);

create table report_case_events (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  actor_id uuid references users on delete set null,
  event text not null check (event in ('assigned', 'released', 'resolved', 'dismissed')),
  created_at timestamptz not null default now()
);
create index report_case_events_case on report_case_events (case_id, id);
create index report_case_events_actor on report_case_events (actor_id) where actor_id is not null;

-- Reports on reviews that wait for a moderator.
insert into report_cases (kind, target_id, opened_at, due_at)
  select 'review', review_id, min(created_at), min(created_at) + interval '72 hours'
  from review_reports where settled_at is null group by review_id;
