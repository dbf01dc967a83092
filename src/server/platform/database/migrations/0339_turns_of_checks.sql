-- When a listing last had its turn to be checked, also when its run has not ended and there is no check to store.
create table agent_check_turns (
  agent_id uuid primary key references agents on delete cascade,
  looked_at timestamptz not null,
  -- the run that the last check is of
  checked_run uuid
);
