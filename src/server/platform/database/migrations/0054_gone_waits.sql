-- A run that is cancelled, or fails elsewhere, while it waits for a person: nobody needs to answer any more.
alter table notice_causes drop constraint notice_causes_kind_check;
alter table notice_causes add check (kind in ('run_failed', 'wait_opened', 'wait_closed', 'waits_gone'));

create function leave_gone_waits() returns trigger language plpgsql as $$
begin
  insert into notice_causes (kind, execution_id)
  select 'waits_gone', new.id where exists (select 1 from execution_waits where execution_id = new.id and resolved_at is null);
  return null;
end $$;
create trigger executions_stopped_waiting after update of status on executions for each row
  when (new.status in ('failed', 'cancelled') and old.status <> new.status and new.owner_id is not null)
  execute function leave_gone_waits();
