-- Steps that wait until an account is connected again (decision 0296): their owners are told, and a job looks for those that may go on.
drop trigger execution_waits_opened on execution_waits;
drop trigger execution_waits_changed on execution_waits;
create trigger execution_waits_opened after insert on execution_waits for each row
  when (new.wait ->> 'type' in ('approval', 'form', 'account')) execute function leave_wait();
create trigger execution_waits_changed after update on execution_waits for each row
  when ((new.wait ->> 'type' in ('approval', 'form', 'account') or old.wait ->> 'type' = 'account')
    and (new.id <> old.id or (new.resolved_at is null) <> (old.resolved_at is null)))
  execute function leave_wait();

create index execution_waits_account on execution_waits (created_at) where wait ->> 'type' = 'account' and resolved_at is null;
