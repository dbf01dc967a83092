-- Files that runs make. They go when their run goes; uploads name no run.
alter table files add column execution_id uuid;
create index files_execution on files (execution_id) where execution_id is not null;
