-- What happened to the runs of an account, newest first (decision 0363): whose entry it is follows the owner of the run, and isn’t hashed.
alter table run_record_entries add column account_id uuid references users (id) on delete set null;
update run_record_entries r set account_id = e.owner_id from executions e where e.id = r.execution_id;
create index run_record_entries_account on run_record_entries (account_id, at desc) where account_id is not null;

create function own_run_record_entry() returns trigger language plpgsql as $$
begin
  new.account_id := (select owner_id from executions where id = new.execution_id);
  return new;
end $$;
create trigger run_record_entries_owned before insert on run_record_entries for each row execute function own_run_record_entry();

create function move_run_record_entries() returns trigger language plpgsql as $$
begin
  update run_record_entries set account_id = new.owner_id where execution_id = new.id and account_id is distinct from new.owner_id;
  return null;
end $$;
create trigger executions_record_moved after update of owner_id on executions for each row
  when (old.owner_id is distinct from new.owner_id) execute function move_run_record_entries();

