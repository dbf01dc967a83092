-- Failures are taken in turns of their owners, so that many of one owner keep nobody else's waiting.
alter table failures add column owner_id uuid;
update failures f set owner_id = e.owner_id from executions e where e.id = f.execution_id;
delete from failures where owner_id is null;
alter table failures alter column owner_id set not null;
create index failures_line on failures (owner_id, created_at);

create or replace function note_failure_for_workflows() returns trigger language plpgsql as $$
begin
  if new.trigger <> 'bench' and exists (
    select 1 from workflow_triggers t join workflows w on w.id = t.workflow_id
    where t.type = 'error' and t.enabled and w.owner_id = new.owner_id
  ) then
    insert into failures (execution_id, owner_id) values (new.id, new.owner_id) on conflict do nothing;
  end if;
  return null;
end $$;
