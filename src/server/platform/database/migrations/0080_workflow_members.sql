-- Who works on a workflow besides its owner. An editor changes and runs it, a viewer looks.
create table workflow_members (
  workflow_id uuid not null references workflows on delete cascade,
  user_id uuid not null references users,
  role text not null check (role in ('editor', 'viewer')),
  added_by uuid references users,
  at timestamptz not null default now(),
  primary key (workflow_id, user_id)
);
create index workflow_members_user on workflow_members (user_id);

-- Asked by address. Whether an account has it is not told: the row looks the same to the owner until somebody has joined.
create table workflow_invitations (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  email citext not null check (length(email) between 3 and 254),
  -- the account that had the address when it was asked; one made later does not come in by it
  user_id uuid references users,
  role text not null check (role in ('editor', 'viewer')),
  invited_by uuid not null references users,
  at timestamptz not null default now(),
  unique (workflow_id, email)
);
create index workflow_invitations_user on workflow_invitations (user_id) where user_id is not null;

-- Whoever has the workflow open is woken by what commits, whichever way it was written.
create function tell_workflow() returns trigger language plpgsql as $$
begin
  perform pg_notify('chowk_workflows', json_build_object('id', case when tg_op = 'DELETE' then old.workflow_id else new.workflow_id end)::text);
  return null;
end $$;
create trigger workflow_members_told after insert or update or delete on workflow_members for each row execute function tell_workflow();

create function tell_draft() returns trigger language plpgsql as $$
begin
  perform pg_notify('chowk_workflows', json_build_object('id', new.id)::text);
  return null;
end $$;
create trigger workflows_told after update of revision, archived_at, name, owner_id on workflows for each row
  when (old.revision <> new.revision or old.archived_at is distinct from new.archived_at or old.name <> new.name
    or old.owner_id <> new.owner_id)
  execute function tell_draft();
