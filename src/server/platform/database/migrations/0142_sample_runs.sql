-- What the platform got when it ran the samples of a version. Everybody sees it with the version, and it never changes.
create table agent_version_runs (
  agent_version_id uuid not null references agent_versions on delete cascade,
  -- the place of the sample among those of the version, from 0
  position smallint not null check (position >= 0),
  output jsonb not null,
  -- documents that went in: the only ones whose pages everybody may see
  file_ids uuid[] not null default '{}',
  ms int not null check (ms >= 0),
  -- what its calls of models cost, in micro-rupees without GST
  model_micros bigint not null default 0 check (model_micros >= 0),
  ran_at timestamptz not null,
  primary key (agent_version_id, position)
);

create function keep_sample_run() returns trigger language plpgsql as $$
begin
  raise exception 'What a version of an agent gave is never changed';
end $$;
create trigger sample_runs_are_kept before update on agent_version_runs for each row execute function keep_sample_run();

-- What was submitted before is recorded from the runs that passed it, where they are still there. Its documents stay with the seller.
insert into agent_version_runs (agent_version_id, position, output, ms, ran_at)
select s.version_id, r.place - 1, e.output,
  greatest(0, round(extract(epoch from e.finished_at - coalesce(e.started_at, e.created_at)) * 1000))::int, e.finished_at
from agent_submissions s
cross join lateral jsonb_array_elements(s.sample_results) with ordinality as r(one, place)
join executions e on e.id = (r.one ->> 'execution_id')::uuid
where s.version_id is not null and s.status in ('in_review', 'approved') and e.status = 'succeeded' and e.output is not null
  and length(e.output::text) <= 1000000
on conflict do nothing;
