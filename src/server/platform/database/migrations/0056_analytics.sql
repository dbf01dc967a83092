-- What happens on the pages, for whoever agreed to be counted: no address, no user, a number that lives as long as the visit.
create table analytics_events (
  id bigint generated always as identity primary key,
  name text not null,
  params jsonb not null default '{}',
  session_id uuid not null,
  at timestamptz not null
);
create index analytics_events_at on analytics_events (at);
create index analytics_events_name on analytics_events (name, at);

-- What a signed-in person agreed to or declined, when, and to which wording (DPDP Act 2023, s. 6(10)). Only added to.
create table consents (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('analytics')),
  -- of the notice that was shown
  version int not null,
  granted boolean not null,
  at timestamptz not null default now()
);
create index consents_owner on consents (user_id, purpose, at desc, id desc);
