-- What workers look for every second must not grow with what is there.
create index workflow_triggers_due on workflow_triggers (next_run_at) where type = 'schedule' and enabled;
create index execution_waits_children on execution_waits (execution_id) where resolved_at is null and (wait ->> 'type') = 'child';
