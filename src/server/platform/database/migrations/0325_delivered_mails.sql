-- Addresses that a mail of a step went to, so that the step, tried again, sends it to the others alone. `id` is made of the step and the
-- address, neither of which can be read from it. A row goes with the content of its run.
create table mail_deliveries (
  id uuid primary key,
  run_id uuid not null,
  -- made of what the mail says: a retry of the run sends it to nobody twice, another mail of the same step is sent
  content_id uuid not null,
  taken_at timestamptz not null default now()
);
create index mail_deliveries_of_run on mail_deliveries (run_id);
