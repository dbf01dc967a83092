-- How long an account keeps what is in it (decision 0357); null: as long as the operator does.
create table data_policies (
  account_id uuid primary key references users on delete cascade,
  runs_days int check (runs_days between 1 and 3650),
  files_days int check (files_days between 1 and 3650),
  chats_days int check (chats_days between 1 and 3650),
  -- test cases, knowledge and memories that were made from a run go with its content
  with_made boolean not null default false
);
-- Of its runs; null: as the account.
alter table services add column keep_runs_days int check (keep_runs_days between 1 and 3650);
