-- A workflow that was never published runs its newest version by itself, in the name of its owner. A version that only another member
-- has run is not the owner's until the owner runs the same content or publishes it. Kept beside `created_by`, which is forgotten with
-- the account.
alter table workflow_versions add column by_member boolean not null default false;
update workflow_versions v set by_member = true from workflows w where w.id = v.workflow_id and v.created_by <> w.owner_id;

create or replace function production_version(workflow uuid) returns uuid language sql stable as $$
  select case when exists (select 1 from workflow_publications p where p.workflow_id = workflow)
    then (select p.version_id from workflow_publications p where p.workflow_id = workflow and p.ended_at is null)
    else (select v.id from workflow_versions v
      where v.workflow_id = workflow and not v.trial and not v.by_member order by v.number desc limit 1) end
$$;
