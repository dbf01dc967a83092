-- Jobs that one process of the installation does in each period: when the next turn is due, and how many there were.
alter table job_leases
  add column due_at timestamptz not null default '-infinity',
  add column turns bigint not null default 0;
