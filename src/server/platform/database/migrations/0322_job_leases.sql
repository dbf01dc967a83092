-- Jobs that one process at a time does. The holder extends its lease while it works; a process that dies leaves the job to another.
create table job_leases (
  job text primary key,
  holder uuid not null,
  taken_until timestamptz not null
);
