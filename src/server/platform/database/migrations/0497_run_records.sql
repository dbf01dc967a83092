-- The record of a run: who ran, saw, decided, signed, shared and exported, as a chain of signed hashes (decision 0358).
create table run_records (
  execution_id uuid primary key references executions (id) on delete cascade,
  last_number int not null default 0,
  -- The hash of the newest entry.
  head bytea
);

-- Texts are kept as they were hashed. Who it was and what it was about are hashed apart, each with a salt, so that they can be deleted and the
-- chain still be checked.
create table run_record_entries (
  execution_id uuid not null references run_records (execution_id) on delete cascade,
  number int not null,
  kind text not null check (kind in ('started', 'ended', 'opened', 'decided', 'signed_off', 'reopened', 'asked_by_link', 'answered', 'shared',
    'share_ended', 'exported', 'record_downloaded', 'revealed')),
  -- What it was made from: the same thing is entered once.
  source text not null,
  at timestamptz(3) not null,
  noted_at timestamptz(3) not null,
  facts text not null,
  -- Id and name of a person, as they were then.
  who text,
  who_salt bytea,
  who_hash bytea,
  content text,
  content_salt bytea,
  content_hash bytea,
  hash bytea not null,
  key_id text not null,
  signature bytea not null,
  primary key (execution_id, number),
  unique (execution_id, source),
  check ((who is null) = (who_salt is null) and (content is null) = (content_salt is null))
);
create index run_record_entries_person on run_record_entries ((who::jsonb ->> 'id')) where who is not null;

create function keep_run_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from executions where id = old.execution_id) then
      raise exception 'Entries of the record of a run are not deleted';
    end if;
    return old;
  end if;
  -- Only what was said about a person or a document is taken out.
  if (new.who is not null and new.who is distinct from old.who) or (new.content is not null and new.content is distinct from old.content)
    or (new.who_salt is not null and new.who_salt is distinct from old.who_salt)
    or (new.content_salt is not null and new.content_salt is distinct from old.content_salt)
    or (new.execution_id, new.number, new.kind, new.source, new.at, new.noted_at, new.facts, new.hash, new.key_id, new.signature)
      is distinct from (old.execution_id, old.number, old.kind, old.source, old.at, old.noted_at, old.facts, old.hash, old.key_id, old.signature)
    or (new.who_hash, new.content_hash) is distinct from (old.who_hash, old.content_hash) then
    raise exception 'Entries of the record of a run are not changed';
  end if;
  return new;
end $$;
create trigger run_record_entries_kept before update or delete on run_record_entries for each row execute function keep_run_record();

-- Each export of the results of a batch; the records of its runs take it from here.
create table batch_exports (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id) on delete cascade,
  person_id uuid references users (id) on delete set null,
  format text not null,
  way text not null,
  at timestamptz(3) not null default now()
);
create index batch_exports_batch on batch_exports (batch_id);
create index batch_exports_person on batch_exports (person_id) where person_id is not null;
