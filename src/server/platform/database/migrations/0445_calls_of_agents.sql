-- A step may run an agent of the marketplace: its run is inside another one and has a charge of its own.

-- The run that the person started, around the run that is charged. Null: it is that run.
alter table charges add column root_execution_id uuid;
create index charges_root on charges (root_execution_id) where root_execution_id is not null;

-- Runs inside others that are runs of agents, which end when their agent or its seller may not be run any more.
create index executions_calls_under_way on executions (agent_id)
  where parent_id is not null and agent_id is not null and status in ('queued', 'running', 'waiting', 'paused');

-- The charge that the models of a run are paid on: the nearest of the run and of those around it, as long as it is under way. Where a run
-- of an agent is free for somebody who is not its seller, one is made now; samples and workflows of one's own have none.
create or replace function charge_of_models(p_run uuid) returns uuid language plpgsql as $$
declare
  root executions;
  found_id uuid;
  found_status text;
begin
  with recursive up as (
    select p_run as id, 0 as level
    union all
    select e.parent_id, up.level + 1 from up join executions e on e.id = up.id where e.parent_id is not null
  )
  select c.id, c.status into found_id, found_status from charges c join up on up.id = c.execution_id order by up.level limit 1;
  if found then
    return case when found_status in ('held', 'running') then found_id end;
  end if;
  with recursive up as (
    select e.id, e.parent_id from executions e where e.id = p_run
    union all
    select e.id, e.parent_id from up join executions e on e.id = up.parent_id
  )
  select e.* into root from executions e where e.id = (select id from up where parent_id is null) for no key update;
  if not found or root.charge_id is not null or root.owner_id is null or root.agent_version_id is null or root.trigger = 'sample'
    or root.status in ('succeeded', 'failed', 'cancelled') then return null; end if;
  insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, service_id, kind, price_paise, cap_paise, status)
    select root.id, root.owner_id, a.seller_id, a.id, root.agent_version_id, root.service_id, 'models', 0,
      (select run_cap_paise from credit_settings where user_id = root.owner_id), 'running'
    from agents a where a.id = root.agent_id and a.seller_id <> root.owner_id
    returning id into found_id;
  if found_id is not null then update executions set charge_id = found_id where id = root.id; end if;
  return found_id;
end $$;
