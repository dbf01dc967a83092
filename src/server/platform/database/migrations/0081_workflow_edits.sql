-- Edits as the editor sends them: known again when the answer to them was lost, joined to the steps that undo goes by, and saying
-- which step they take back.
alter table workflow_operations
  add column edit_id text check (length(edit_id) <= 64),
  add column step_id text check (length(step_id) <= 64),
  add column undoes text check (length(undoes) <= 64),
  add column label text not null default '' check (length(label) <= 200);
create unique index workflow_operations_edit on workflow_operations (workflow_id, edit_id) where edit_id is not null;
create index workflow_operations_author on workflow_operations (workflow_id, author_id, revision desc);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('approval', 'run_failed', 'role_request', 'role_decided', 'sale', 'workflow_shared', 'mention'));
