-- The account whose run wrote a mail, null for what the installation itself writes: while the account is blocked its mail waits.
-- It outlives the run, which the account may delete before its mail has left.
alter table mails add column owner_id uuid references users (id);
create index mails_of_owner on mails (owner_id) where owner_id is not null;
update mails m set owner_id = e.owner_id from executions e where e.id = m.run_id;
