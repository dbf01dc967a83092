-- Everybody's runs are counted without those of private benches: what says so lies in the indexes, as counting reads them alone.
drop index executions_created;
create index executions_created on executions (created_at desc) include (parent_id, trigger);
drop index executions_failed;
create index executions_failed on executions (created_at desc) include (trigger) where status = 'failed' and parent_id is null;
drop index executions_cancelled;
create index executions_cancelled on executions (created_at desc) include (trigger) where status = 'cancelled' and parent_id is null;
drop index executions_under_way;
create index executions_under_way on executions (status, created_at desc) include (trigger)
  where status in ('queued', 'running', 'waiting', 'paused') and parent_id is null;
drop index executions_prioritised;
create index executions_prioritised on executions (priority, created_at desc) include (trigger) where priority <> 'normal' and parent_id is null;
