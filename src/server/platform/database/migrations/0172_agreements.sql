-- Where a sold agent may send what somebody gives it: agreed to by whoever runs it, one row for each place. What another version sends
-- to a further place is asked for again. A visitor's go after a day, with what they gave.
create table agreements (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  visitor_key text,
  agent_id uuid not null references agents on delete cascade,
  destination text not null check (length(destination) between 1 and 1000),
  agreed_at timestamptz not null default now(),
  -- taken back: runs are refused from then on
  withdrawn_at timestamptz,
  check ((user_id is null) <> (visitor_key is null))
);
create unique index agreements_user on agreements (user_id, agent_id, destination) where user_id is not null;
create unique index agreements_visitor on agreements (visitor_key, agent_id, destination) where visitor_key is not null;
create index agreements_visitor_old on agreements (agreed_at) where visitor_key is not null;
create index agreements_agent on agreements (agent_id);
