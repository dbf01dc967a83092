-- An output too large for its row is a file; its row names it in `stored`. It is a field of the row and not of the output, because
-- what is in an output is up to whoever wrote the workflow.
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
  to_timestamp(r.started_at / 1000.0) as started_at,
  to_timestamp(r.finished_at / 1000.0) as finished_at
from journal j
cross join lateral json_to_recordset(j.rows) as r(
  node_id text, iteration text, seq int, status text, attempts smallint, port text,
  output jsonb, stored text, error jsonb, logs jsonb, started_at float8, finished_at float8
)
order by j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''), coalesce(r.seq, j.seq) desc;
