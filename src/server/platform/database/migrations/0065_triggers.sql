-- What starts a workflow: forms, chats, mail and failures of other workflows beside webhooks and schedules.
alter table workflow_triggers drop constraint workflow_triggers_type_check;
alter table workflow_triggers add check (type in ('webhook', 'schedule', 'form', 'chat', 'email', 'error'));
-- Set by the owner; an edit of the workflow does not take it back.
alter table workflow_triggers add column paused_at timestamptz;
-- A workflow that starts when others fail is looked for by its owner's failures.
create index workflow_triggers_on_error on workflow_triggers (workflow_id) where type = 'error' and enabled;

alter table executions drop constraint executions_trigger_check;
alter table executions add check (trigger in
  ('manual', 'sample', 'api', 'chat', 'webhook', 'schedule', 'mcp', 'workflow', 'form', 'email', 'error'));

-- Requests an address has seen: by the caller's key, so that the same request runs once, and by signature, so that none is
-- played again. `key` is a hash. They go after a day.
create table trigger_keys (
  trigger_id uuid not null references workflow_triggers on delete cascade,
  key text not null,
  -- null while the first request is being started, and for signatures
  execution_id uuid,
  expires_at timestamptz not null,
  primary key (trigger_id, key)
);
create index trigger_keys_expired on trigger_keys (expires_at);

-- What came to a test address, and what was refused at the other: shown to the owner, the newest few kept. Calls that started
-- a run are found by their run.
create table trigger_calls (
  id uuid primary key default uuidv7(),
  trigger_id uuid not null references workflow_triggers on delete cascade,
  test boolean not null,
  method text not null,
  -- how it was answered; null while it runs
  status smallint,
  code text,
  execution_id uuid,
  -- without credentials, cut when long; null for a refused one
  request jsonb,
  created_at timestamptz not null default now()
);
create index trigger_calls_newest on trigger_calls (trigger_id, created_at desc);

-- Failures that may start a workflow of the same owner. Written in the transaction of the failure; taken by a sweep.
create table failures (
  execution_id uuid primary key,
  -- by whoever starts what wants to know; taken anew when that process dies
  taken_at timestamptz,
  created_at timestamptz not null default now()
);
create function note_failure_for_workflows() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.type = 'error' and t.enabled and w.owner_id = new.owner_id
  ) then
    insert into failures (execution_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $$;
-- A run that was itself started by a failure starts nothing: no chain of failures has a second link.
create trigger executions_inserted_failure after insert on executions for each row
  when (new.status = 'failed' and new.owner_id is not null and new.parent_id is null and new.trigger <> 'error')
  execute function note_failure_for_workflows();
create trigger executions_failure after update of status on executions for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.owner_id is not null and new.parent_id is null
    and new.trigger <> 'error')
  execute function note_failure_for_workflows();
