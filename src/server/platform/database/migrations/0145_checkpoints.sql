-- A version that somebody kept by a name without publishing it. A version made for that alone is a `trial`: it may be half a workflow, and
-- nothing starts it until it is run or published.
create table workflow_checkpoints (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  version_id uuid not null references workflow_versions on delete cascade,
  name text not null check (length(name) between 1 and 120),
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create index workflow_checkpoints_workflow on workflow_checkpoints (workflow_id);
create index workflow_checkpoints_version on workflow_checkpoints (version_id, created_at desc);
create trigger workflow_checkpoints_are_kept before update on workflow_checkpoints for each row
  when ((new.id, new.workflow_id, new.version_id, new.name, new.created_at)
    is distinct from (old.id, old.workflow_id, old.version_id, old.name, old.created_at))
  execute function keep_version();
create trigger workflow_checkpoints_told after insert on workflow_checkpoints for each row execute function tell_workflow();
