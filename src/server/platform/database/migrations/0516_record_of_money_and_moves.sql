-- The record of a run says whether its result was accepted or rejected (decision 0365), and that it moved to another account (decision 0364).
alter table run_record_entries drop constraint run_record_entries_kind_check;
alter table run_record_entries add constraint run_record_entries_kind_check check (kind in ('started', 'ended', 'opened', 'decided', 'signed_off',
  'reopened', 'asked_by_link', 'answered', 'shared', 'share_ended', 'exported', 'record_downloaded', 'revealed', 'unmasked', 'link_withdrawn',
  'claimed', 'result_accepted', 'result_rejected', 'moved'));

-- Each run that moved with a transfer; the records of runs take it from here. It stays when one of the two accounts is deleted, which takes the
-- transfer along.
create table run_moves (
  execution_id uuid not null references executions (id) on delete cascade,
  transfer_id uuid not null,
  person_id uuid references users (id) on delete set null,
  -- names of workspaces then; null: a person's own account
  from_name text,
  to_name text,
  at timestamptz(3) not null default now(),
  primary key (execution_id, transfer_id)
);
create index run_moves_transfer on run_moves (transfer_id);
create index run_moves_person on run_moves (person_id) where person_id is not null;
