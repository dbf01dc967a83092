-- A workflow that was deleted for good. What its runs and the agents made of it name is never changed and stays: those versions, and a row
-- with the name, that nothing else finds. It goes with the last of them.
alter table workflows
  add column deleted_at timestamptz,
  add constraint workflows_deleted_archived check (deleted_at is null or archived_at is not null);
create index workflows_deleted on workflows (deleted_at) where deleted_at is not null;
