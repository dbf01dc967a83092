-- Runs that wait for a worker. A job says that a run may have something to do; what there is to do is in the rows of the run, so a job
-- that comes twice, late or for nothing is harmless. It is removed when it is done.
create table queue_jobs (
  execution_id uuid not null references executions (id) on delete cascade,
  -- With the run it makes the key: the same job is enqueued once.
  reason text not null,
  -- Runs of one owner wait in one line.
  line text not null,
  urgent boolean not null,
  -- 1 comes first.
  priority smallint not null,
  due timestamptz not null,
  ready boolean not null,
  -- The executor that does it.
  taken_by text,
  primary key (execution_id, reason)
);
create index queue_jobs_free on queue_jobs (urgent, line, priority, due) where ready and taken_by is null;
create index queue_jobs_delayed on queue_jobs (due) where not ready;
create index queue_jobs_taken on queue_jobs (taken_by) where taken_by is not null;

-- What waits in the queue of earlier versions, the schema dbos.
insert into queue_jobs (execution_id, reason, line, urgent, priority, due, ready)
select id, 'start', coalesce(owner_id::text, visitor_key, 'nobody'), priority = 'urgent',
  array_position(array['urgent', 'high', 'normal', 'low'], priority), now(), true
from executions e where status = 'queued' and not exists (select from held_starts where execution_id = e.id);
insert into queue_jobs (execution_id, reason, line, urgent, priority, due, ready)
select e.id, 'wait:' || w.id, coalesce(e.owner_id::text, e.visitor_key, 'nobody'), e.priority = 'urgent',
  array_position(array['urgent', 'high', 'normal', 'low'], e.priority), w.until, false
from execution_waits w join executions e on e.id = w.execution_id
where w.resolved_at is null and w.until is not null and e.status in ('running', 'waiting', 'paused');
