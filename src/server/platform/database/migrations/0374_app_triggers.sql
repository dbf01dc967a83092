-- What is watched in apps. The trigger of a workflow says what is wanted; a row here is what was made of it, which lasts until it is
-- ended at the service, also when the workflow is gone.
alter table workflow_triggers drop constraint workflow_triggers_type_check;
alter table workflow_triggers add constraint workflow_triggers_type_check
  check (type in ('webhook', 'schedule', 'form', 'chat', 'email', 'error', 'app'));
create index workflow_triggers_app on workflow_triggers (id) where type = 'app' and enabled;

alter table executions drop constraint executions_trigger_check;
alter table executions add constraint executions_trigger_check check (trigger in
  ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow', 'form', 'email', 'error', 'bench', 'app'));

create table app_triggers (
  id uuid primary key default uuidv7(),
  -- null once the workflow is deleted
  trigger_id uuid references workflow_triggers on delete set null,
  owner_id uuid not null references users on delete cascade,
  credential_id uuid references credentials on delete set null,
  integration text not null,
  -- what is watched: app, trigger, account, input and what identifies an item. Another one is another row.
  watched jsonb not null,
  kind text not null check (kind in ('polling', 'webhook', 'event')),
  state text not null default 'starting' check (state in ('starting', 'on', 'stopped', 'ending')),
  token text not null unique,
  -- what deliveries are signed with: like the token, it lets a caller start this workflow and nothing else
  secret text not null,
  -- what the service calls the subscription; null where there is none
  remote jsonb,
  -- whose deliveries of the whole installation are its own
  route text,
  -- hashes of what was seen, the newest first; null before the first look
  seen text[],
  -- counts changes of what was seen, so that a process that was frozen changes nothing
  version integer not null default 0,
  next_at timestamptz not null default now(),
  taken_until timestamptz,
  failures integer not null default 0,
  refusals integer not null default 0,
  error text,
  checked_at timestamptz,
  item_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index app_triggers_live on app_triggers (trigger_id) where state <> 'ending';
create index app_triggers_trigger on app_triggers (trigger_id);
create index app_triggers_due on app_triggers (next_at) where state <> 'stopped';
create index app_triggers_owner on app_triggers (owner_id);
create index app_triggers_credential on app_triggers (credential_id);
create index app_triggers_route on app_triggers (integration, route) where route is not null and state = 'on';

-- Whether the operator entered what a service signs its deliveries with; the secret itself is sealed.
alter table oauth_applications add column signs boolean not null default false;
