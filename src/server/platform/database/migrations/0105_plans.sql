-- Plans in versions that are only ever added: the newest is what is sold, a subscription keeps the one it was made with until a
-- renewal that was announced with a newer one.
create table plans (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,30}$'),
  -- from the smallest to the largest: a plan further on is an upgrade
  position smallint not null unique,
  -- sold no more; who has it keeps it
  active boolean not null default true
);

-- `agent_limit` 999 is unlimited (§9); a limit that is null, too. Prices with GST.
create table plan_versions (
  id uuid primary key default uuidv7(),
  plan_id text not null references plans,
  number integer not null,
  name text not null check (length(name) between 1 and 60),
  monthly_paise bigint not null check (monthly_paise between 100 and 10000000000),
  yearly_paise bigint not null check (yearly_paise between 100 and 10000000000),
  agent_limit integer not null check (agent_limit between 1 and 999),
  storage_bytes bigint check (storage_bytes > 0),
  api_calls integer check (api_calls > 0),
  support text not null,
  features text[] not null,
  cta text not null,
  is_popular boolean not null,
  is_premium boolean not null,
  -- who changed it and why; null: as the specification has it
  created_by uuid references users,
  reason text not null default '',
  created_at timestamptz not null default now(),
  unique (plan_id, number)
);
create trigger plan_versions_fixed before update or delete on plan_versions
  for each statement execute function refuse_change();

insert into plans (id, position) values ('starter', 1), ('professional', 2), ('enterprise', 3);
-- §9, held to contract/limits.ts by a test
insert into plan_versions
  (plan_id, number, name, monthly_paise, yearly_paise, agent_limit, storage_bytes, api_calls, support, features, cta, is_popular, is_premium)
values
  ('starter', 1, 'Starter', 100000, 1000000, 2, 5000000000, 10000, 'email',
    '{2 agents,5GB storage,10K API calls per month,Email support,"7-day free trial, no credit card"}', 'Start Free Trial', true, false),
  ('professional', 1, 'Professional', 500000, 5000000, 5, 25000000000, 50000, 'priority email',
    '{5 agents,25GB storage,50K API calls per month,Priority email support}', 'Upgrade to Pro', false, true),
  ('enterprise', 1, 'Enterprise', 1500000, 15000000, 999, null, null, '24/7 phone and chat',
    '{Unlimited agents,Unlimited storage,Unlimited API calls,24/7 phone and chat support}', 'Contact Sales', false, true);

-- What somebody has of a plan. The states and their ways stand in domain/subscriptions/machine.ts.
create table subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  plan_id text not null references plans,
  version_id uuid not null references plan_versions,
  billing text not null check (billing in ('monthly', 'yearly')),
  status text not null check (status in ('trialing', 'active', 'past_due', 'awaiting_customer', 'cancelled', 'ended')),
  -- periods are whole months from here on, so that the 31st comes back after February
  anchor_at timestamptz not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- the plan holds until then, whether or not anybody looked in time
  access_until timestamptz not null,
  trial_ends_at timestamptz,
  -- what a smaller plan, chosen for the end of the period, begins with
  next_plan_id text references plans,
  next_billing text check (next_billing in ('monthly', 'yearly')),
  -- what paid for the present period, and how much of it was not given back
  paid_order_id uuid references orders,
  paid_paise bigint not null default 0 check (paid_paise >= 0),
  cancelled_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'ended') = (ended_at is not null)),
  check ((next_plan_id is null) = (next_billing is null)),
  check (status <> 'trialing' or trial_ends_at is not null)
);
create unique index subscriptions_one on subscriptions (user_id) where status <> 'ended';
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_due on subscriptions (period_end) where status <> 'ended';

-- What happened to subscriptions, for the person and for whoever has to explain it.
create table subscription_events (
  id uuid primary key default uuidv7(),
  subscription_id uuid not null references subscriptions on delete cascade,
  user_id uuid not null references users,
  kind text not null,
  plan_id text not null references plans,
  billing text not null,
  -- what was paid or given back with it
  paise bigint,
  order_id uuid references orders,
  happened_at timestamptz not null default now()
);
create index subscription_events_user on subscription_events (user_id, id desc);
-- a reminder is sent once
create unique index subscription_events_once on subscription_events (subscription_id, kind)
  where kind in ('trial_day_5', 'trial_day_7');

-- One trial per mailbox, whoever was deleted since: a hash of the address without what a mailbox ignores in it.
create table trials_taken (
  mailbox_hash bytea primary key,
  taken_at timestamptz not null default now()
);

-- A period that begins when the one before ends: announced a day before it is charged at the latest, with the price that then holds.
create table renewals (
  id uuid primary key default uuidv7(),
  subscription_id uuid not null references subscriptions on delete cascade,
  version_id uuid not null references plan_versions,
  billing text not null check (billing in ('monthly', 'yearly')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  amount_paise bigint not null check (amount_paise > 0),
  -- only forward
  status text not null default 'announced' check (status in ('announced', 'due', 'paid', 'dropped')),
  announced_at timestamptz not null,
  -- charges tried, or reminders sent where only the customer can pay
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  -- a charge is with the gateway: what came of it is asked before another is tried
  charging_order_id uuid references orders,
  paid_order_id uuid references orders,
  created_at timestamptz not null default now(),
  unique (subscription_id, period_start)
);
create index renewals_next on renewals (next_attempt_at) where status in ('announced', 'due');

-- A bank's standing permission to charge without asking each time (RBI e-mandate framework), up to an amount.
create table mandates (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users,
  gateway text not null check (gateway in ('razorpay', 'test')),
  customer_id text not null,
  token_id text not null,
  method text not null,
  max_paise bigint not null check (max_paise > 0),
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (gateway, token_id)
);
create index mandates_user on mandates (user_id) where revoked_at is null;

create trigger zz_refuse_erased after insert on subscriptions for each row execute function refuse_erased('user_id');
create trigger zz_refuse_erased after insert on mandates for each row execute function refuse_erased('user_id');
