-- What the page of a run shows of a node: the models it asked and the attempts that failed before the last one.
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
  r.error,
  r.logs,
  r.usage,
  r.tries,
  to_timestamp(r.started_at / 1000.0) as started_at,
  to_timestamp(r.finished_at / 1000.0) as finished_at
from journal j
cross join lateral json_to_recordset(j.rows) as r(
  node_id text, iteration text, seq int, status text, attempts smallint, port text,
  output jsonb, stored text, error jsonb, logs jsonb, usage jsonb, tries jsonb, started_at float8, finished_at float8
)
order by j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''), coalesce(r.seq, j.seq) desc;

-- Set when what went in and came out was removed by the operator's policy; the run itself stays, as a line in lists and figures.
alter table executions add column payload_removed_at timestamptz;

-- Lists of everybody's runs must not read a million of them to find the few that are asked for. Partial, so that the run that
-- everybody starts (normal, succeeded at once) pays for none of them.
create index executions_failed on executions (created_at desc) where status = 'failed' and parent_id is null;
create index executions_cancelled on executions (created_at desc) where status = 'cancelled' and parent_id is null;
create index executions_under_way on executions (status, created_at desc)
  where status in ('queued', 'running', 'waiting', 'paused') and parent_id is null;
create index executions_prioritised on executions (priority, created_at desc) where priority <> 'normal' and parent_id is null;
-- The line of one owner, and whose lines there are.
create index executions_queued on executions (owner_id, visitor_key, created_at) where status = 'queued';
-- What was made from which run.
create index executions_source on executions (source_id) where source_id is not null;
-- What visitors gave and got leaves after a day.
create index executions_of_visitors on executions (created_at) where owner_id is null and payload_removed_at is null;
-- Names are searched by any part of them.
create index workflows_name_trgm on workflows using gin (name gin_trgm_ops);
create index services_name_trgm on services using gin (name gin_trgm_ops);
