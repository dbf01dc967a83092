-- Deleting a run reaches what was made of it elsewhere (decision 0357): these name the run they came from.
alter table workflow_cases add column execution_id uuid;
create index workflow_cases_run on workflow_cases (execution_id) where execution_id is not null;
alter table knowledge_documents add column execution_id uuid;
create index knowledge_documents_run on knowledge_documents (execution_id) where execution_id is not null;

-- The member of a workspace who uploaded it; null where the account is a person's own.
alter table files add column uploaded_by uuid;
create index files_uploaded_by on files (uploaded_by) where uploaded_by is not null;

-- Notices of comments and assignments, by the document they are about.
create index notifications_mention on notifications (group_key) where kind = 'mention';

-- What was done in an account, for its owners.
create index audit_log_account on audit_log ((details ->> 'account'), created_at desc, id desc) where details ? 'account';
