-- Who is asked to answer what a run waits for. Others who may answer still can.
alter table execution_waits
  add column assignee_id uuid references users on delete set null,
  -- Grows with each assignment, so that of two at once the second is told.
  add column assignment_number int not null default 0;
create index execution_waits_assignee on execution_waits (assignee_id) where assignee_id is not null;
