-- The engine hands over the finished nodes of a run in few batches, so a batch is one row: a pure run of 12 nodes costs one
-- insert where a row per node costs 12 (measured: 15,000 against 5,500 such runs a second). Nobody reads this table but the
-- view below, which shows it as the rows they are: one per node and iteration, the newest where a wait was followed by its end.
drop table node_runs;
create table journal (
  execution_id uuid not null,
  -- the first seq in `rows`
  seq int not null,
  -- [{node_id, seq, status, started_at, …}]; what has its usual value is left out, times are ms since 1970. `json`, not
  -- `jsonb`: it is written always and read seldom
  rows json not null,
  primary key (execution_id, seq)
);

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
  r.error,
  r.logs,
  to_timestamp(r.started_at / 1000.0) as started_at,
  to_timestamp(r.finished_at / 1000.0) as finished_at
from journal j
cross join lateral json_to_recordset(j.rows) as r(
  node_id text, iteration text, seq int, status text, attempts smallint, port text,
  output jsonb, error jsonb, logs jsonb, started_at float8, finished_at float8
)
order by j.execution_id, coalesce(r.node_id, ''), coalesce(r.iteration, ''), coalesce(r.seq, j.seq) desc;

-- Who works here: what the sweeper asks whether an executor's lock is free, and the status page shows.
create table executors (
  id text primary key,
  role text not null,
  started_at timestamptz not null default now()
);

create index execution_waits_due on execution_waits (until) where resolved_at is null and until is not null;
-- A wait of type `child` is resolved by the child's end.
alter table executions add column parent_iteration text not null default '';
-- What a retry, rerun or fork was made from.
alter table executions add column source_id uuid;
