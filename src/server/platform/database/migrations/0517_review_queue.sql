-- The review queue finds its documents in one index, and results that are still to be read for it in a small table (decision 0368).
alter table run_reviews add column service_id uuid;
-- Not those of steps, comparisons and tests.
alter table run_reviews add column in_queue boolean not null default true;
update run_reviews r set service_id = e.service_id, in_queue = e.parent_id is null and e.trigger <> 'bench' and e.test is null
from executions e where e.id = r.execution_id;

drop index run_reviews_open;
create index run_reviews_queue on run_reviews (owner_id, finished_at, execution_id)
  include (reading, assignee_id, lowest_confidence, due_at, service_id)
  where in_queue and signed_off_at is null and finding_count > 0 and findings is not null;
create index run_reviews_service on run_reviews (service_id, finished_at)
  where in_queue and signed_off_at is null and finding_count > 0 and findings is not null;

-- Runs that succeeded and whose findings nobody has read. A trigger adds them, whatever ended the run; who reads the findings takes them out.
create table unread_results (
  execution_id uuid primary key references executions (id) on delete cascade,
  owner_id uuid not null,
  created_at timestamptz not null,
  -- Of a workspace: read as soon as the run has ended, by a job. A person's own are read when they look.
  of_workspace boolean not null
);
create index unread_results_owner on unread_results (owner_id, created_at desc);
create index unread_results_early on unread_results (created_at desc) where of_workspace;

create function add_unread_result() returns trigger language plpgsql as $$
begin
  insert into unread_results (execution_id, owner_id, created_at, of_workspace)
  select new.id, new.owner_id, new.created_at, exists (select from workspaces where id = new.owner_id)
  where new.owner_id is not null and new.status = 'succeeded' and new.payload_removed_at is null
    and not exists (select from run_reviews where execution_id = new.id)
  on conflict (execution_id) do update set owner_id = excluded.owner_id, of_workspace = excluded.of_workspace;
  return null;
end $$;
create trigger executions_result_made after insert on executions for each row
  when (new.status = 'succeeded' and new.parent_id is null and new.trigger <> 'bench' and new.test is null)
  execute function add_unread_result();
-- A run that moved, or a visitor's that somebody took into an account, is in the queue of its new owner.
create trigger executions_result_ended after update of status, owner_id on executions for each row
  when (new.status = 'succeeded' and new.parent_id is null and new.trigger <> 'bench' and new.test is null
    and (old.status <> 'succeeded' or old.owner_id is distinct from new.owner_id))
  execute function add_unread_result();

create function drop_unread_result() returns trigger language plpgsql as $$
begin
  delete from unread_results where execution_id = new.id;
  return null;
end $$;
create trigger executions_result_gone after update of payload_removed_at on executions for each row
  when (old.payload_removed_at is null and new.payload_removed_at is not null) execute function drop_unread_result();

insert into unread_results (execution_id, owner_id, created_at, of_workspace)
select e.id, e.owner_id, e.created_at, exists (select from workspaces w where w.id = e.owner_id)
from executions e
where e.owner_id is not null and e.status = 'succeeded' and e.parent_id is null and e.trigger <> 'bench' and e.test is null
  and e.payload_removed_at is null and e.created_at >= now() - interval '90 days'
  and not exists (select from run_reviews r where r.execution_id = e.id);
