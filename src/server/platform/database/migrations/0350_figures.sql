-- Figures of the marketplace, added up by day of India as things happen, so that a period of any length reads few rows.

-- How far each source has been counted. What a step adds and this row change in one transaction, so nothing is counted twice.
create table analytics_progress (
  source text primary key check (source in ('events', 'runs', 'money', 'searches')),
  counted_until timestamptz not null,
  -- of `events`: the last one that was counted
  event_id bigint not null default 0
);

-- When the server took an event. `at` is when a browser says it happened, up to a day earlier.
alter table analytics_events add column received_at timestamptz not null default now();

-- What an event is about, where figures tell that apart.
create function analytics_key(name text, params jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(case name
    when 'page_view' then params ->> 'path'
    when 'agent_view' then params ->> 'agent_id'
    when 'search' then lower(btrim(regexp_replace(params ->> 'term', '\s+', ' ', 'g')))
  end, '')
$$;
-- Whether a visit has done the same before.
create index analytics_events_visits on analytics_events (session_id, name, analytics_key(name, params))
  where name in ('page_view', 'agent_view', 'search');
drop index analytics_events_name;

-- `visit` counts visits of a day; `path` is that of a page_view, and empty for everything else.
create table analytics_event_days (
  day date not null,
  name text not null,
  path text not null default '',
  events bigint not null,
  -- visits in which the page was opened; 0 where it is not counted
  visits bigint not null,
  primary key (day, name, path)
);

-- An empty term is all searches that too few visits made.
create table analytics_search_days (
  day date not null,
  term text not null,
  searches int not null,
  visits int not null,
  -- searches that found nothing
  not_found int not null,
  primary key (day, term)
);

-- Figures outlive their agent. What the seller does with it is not counted.
create table analytics_agent_days (
  day date not null,
  agent_id uuid not null,
  seller_id uuid not null,
  category text not null,
  -- times its page was opened, and visits in which it was
  views int not null default 0,
  visits int not null default 0,
  -- people who on that day ran it for the first time, ran it again on a later day than their first, bought it for the first time
  tried int not null default 0,
  again int not null default 0,
  bought int not null default 0,
  runs int not null default 0,
  failed int not null default 0,
  sales int not null default 0,
  gross_paise bigint not null default 0,
  commission_paise bigint not null default 0,
  seller_paise bigint not null default 0,
  primary key (day, agent_id)
);
create index analytics_agent_days_seller on analytics_agent_days (seller_id, day);

-- The same for all agents of a category, by who the person is. `visitor` is the role of those without an account; new are accounts
-- of up to 30 days, and visitors.
create table analytics_segment_days (
  day date not null,
  category text not null,
  role text not null,
  is_new boolean not null,
  tried int not null default 0,
  again int not null default 0,
  bought int not null default 0,
  runs int not null default 0,
  failed int not null default 0,
  sales int not null default 0,
  gross_paise bigint not null default 0,
  primary key (day, category, role, is_new)
);

-- When a person did something with an agent for the first time. `person` is a hash of both, so that nobody is followed from one agent to
-- another. Removed 13 months after the last time.
create function analytics_person(agent uuid, account uuid, visitor text) returns uuid language sql immutable parallel safe as $$
  select md5(agent::text || ' ' || coalesce(account::text, visitor))::uuid
$$;
create table analytics_uses (
  agent_id uuid not null,
  person uuid not null,
  tried_on date,
  again_on date,
  bought_on date,
  last_on date not null,
  primary key (agent_id, person)
);
create index analytics_uses_last on analytics_uses (last_on);

-- Accounts made, and accounts that started a run.
create table analytics_people_days (
  day date not null,
  role text not null,
  is_new boolean not null,
  signed_up bigint not null default 0,
  active bigint not null default 0,
  primary key (day, role, is_new)
);
-- Of the accounts made in a week (its Monday), those that started a run in another.
create table analytics_cohorts (
  joined_week date not null,
  week date not null,
  people bigint not null,
  primary key (joined_week, week)
);
-- Who is counted for the day or week under way. Removed soon after.
create table analytics_active (
  unit text not null check (unit in ('day', 'week')),
  since date not null,
  user_id uuid not null,
  primary key (unit, since, user_id)
);

-- Entries of the ledger. A positive amount credits the accounts of that kind.
create table analytics_money_days (
  day date not null,
  account text not null,
  movement text not null,
  paise bigint not null,
  primary key (day, account, movement)
);

create index sales_created on sales (created_at);
create index purchases_created on purchases (created_at);
