-- The run that a kept answer tells of: the answer goes with the data of the run. Its key stays taken, so that nothing happens twice.
alter table idempotent_requests add column execution_id uuid;
create index idempotent_requests_run on idempotent_requests (execution_id) where execution_id is not null;
