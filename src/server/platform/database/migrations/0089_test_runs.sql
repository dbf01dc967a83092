-- A run that tries a draft: {of, skip, pins}. Null in every other run, whose row pays a column that is not there.
alter table executions add column test json;
create index executions_tests on executions (workflow_id, owner_id, created_at desc) where test is not null;

drop view node_runs;
create view node_runs as
select distinct on (j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''))
  j.execution_id,
  coalesce(r.node_id, '') as node_id,
  coalesce(r.iteration, '') as iteration,
  coalesce(r.seq, j.seq) as seq,
  coalesce(r.status, 'succeeded') as status,
  coalesce(r.attempts, 1::smallint) as attempts,
  case when r.status = 'succeeded' then coalesce(r.port, 'out') else r.port end as port,
  r.output,
  r.stored,
  r.origin,
  r.error,
  r.logs,
  r.usage,
  r.tries,
  to_timestamp(r.started_at / 1000.0) as started_at,
  to_timestamp(r.finished_at / 1000.0) as finished_at
from journal j
cross join lateral json_to_recordset(j.rows) as r(
  node_id text, iteration text, seq int, status text, attempts smallint, port text,
  output jsonb, stored text, origin text, error jsonb, logs jsonb, usage jsonb, tries jsonb, started_at float8, finished_at float8
)
order by j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''), coalesce(r.seq, j.seq) desc;

-- Whoever tries a draft looks at it: nobody is told, and no workflow is started by it.
drop trigger executions_inserted_failed on executions;
create trigger executions_inserted_failed after insert on executions for each row
  when (new.status = 'failed' and new.owner_id is not null and new.parent_id is null and new.test is null)
  execute function leave_failure();
drop trigger executions_failed on executions;
create trigger executions_failed after update of status on executions for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.owner_id is not null and new.parent_id is null and new.test is null)
  execute function leave_failure();
drop trigger executions_inserted_failure on executions;
create trigger executions_inserted_failure after insert on executions for each row
  when (new.status = 'failed' and new.owner_id is not null and new.parent_id is null and new.trigger <> 'error' and new.test is null)
  execute function note_failure_for_workflows();
drop trigger executions_failure on executions;
create trigger executions_failure after update of status on executions for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.owner_id is not null and new.parent_id is null
    and new.trigger <> 'error' and new.test is null)
  execute function note_failure_for_workflows();

-- A version that only tests have run may be half a workflow: nothing else takes it for the newest one.
alter table workflow_versions add column trial boolean not null default false;
create or replace function production_version(workflow uuid) returns uuid language sql stable as $$
  select case when exists (select 1 from workflow_publications p where p.workflow_id = workflow)
    then (select p.version_id from workflow_publications p where p.workflow_id = workflow and p.ended_at is null)
    else (select v.id from workflow_versions v where v.workflow_id = workflow and not v.trial order by v.number desc limit 1) end
$$;
