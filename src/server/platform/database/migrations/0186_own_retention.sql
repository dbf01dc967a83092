-- How many days somebody keeps the content of their runs. Null: as long as the operator does.
alter table users add column keep_runs_days smallint check (keep_runs_days in (1, 7, 30, 90));
