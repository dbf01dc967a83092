-- The run that a wait is for is a column: read out of the wait's JSON, which may have many MB, it was read once for every run that the same
-- step had called before. Waits that named no run are for the newest run of their step.
alter table execution_waits add column child_id uuid;
update execution_waits w set child_id = coalesce((w.wait ->> 'child_id')::uuid, (
    select c.id from executions c
    where c.parent_id = w.execution_id and c.parent_node = w.node_id and c.parent_iteration = w.iteration
    order by c.id desc limit 1))
  where w.resolved_at is null and w.wait ->> 'type' = 'child';
drop index execution_waits_children;
create index execution_waits_child on execution_waits (child_id) where child_id is not null and resolved_at is null;

-- Runs under way that a step of another run called: those of an ended run are cancelled.
create index executions_children_under_way on executions (parent_id)
  where parent_id is not null and status in ('queued', 'running', 'waiting', 'paused');
