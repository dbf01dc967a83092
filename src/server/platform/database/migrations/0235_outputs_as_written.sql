-- The journal keeps outputs as they were written; the view turned them into jsonb, which puts the keys of objects into another order
-- than the one the step gave and the model saw.
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
  output json, stored text, origin text, error jsonb, logs jsonb, usage jsonb, tries jsonb, started_at float8, finished_at float8
)
order by j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''), coalesce(r.seq, j.seq) desc;
