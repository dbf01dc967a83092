-- Where an act came from, and the chain that shows when an entry was changed or removed (decision 0260).
alter table audit_log add column address text check (length(address) <= 64);

-- Entries that are not in the chain yet. A row becomes visible when its transaction commits, however late that is, so the job that seals
-- entries misses none.
create table audit_unsealed (entry_id uuid primary key references audit_log);
insert into audit_unsealed (entry_id) select id from audit_log;

create table audit_chain (
  position bigint primary key check (position > 0),
  entry_id uuid not null unique references audit_log,
  -- SHA-256 over the hash before it and the text of the entry
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null default now()
);

-- The end of the chain, and what the last check of it found.
create table audit_state (
  singleton boolean primary key default true check (singleton),
  position bigint not null default 0,
  hash bytea not null default decode(repeat('00', 32), 'hex'),
  -- where the periodic check continues
  next_check bigint not null default 0,
  checked_at timestamptz,
  broken_position bigint,
  broken_entry uuid,
  broken_why text check (broken_why in ('changed', 'entry_removed', 'link_removed', 'end_removed', 'unsealed')),
  broken_found_at timestamptz,
  check ((broken_why is null) = (broken_found_at is null))
);
insert into audit_state default values;

create function queue_audit_entry() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (entry_id) values (new.id);
  return null;
end $$;
create trigger audit_log_is_queued after insert on audit_log for each row execute function queue_audit_entry();

create trigger audit_log_is_not_emptied before truncate on audit_log for each statement execute function keep_audit_log();
create trigger audit_chain_is_kept before update or delete on audit_chain for each row execute function keep_audit_log();
create trigger audit_chain_is_not_emptied before truncate on audit_chain for each statement execute function keep_audit_log();

-- What the page about it lists and filters by, newest first.
drop index audit_log_newest;
create index audit_log_newest on audit_log (created_at desc, id desc);
drop index audit_log_target;
create index audit_log_target on audit_log (target_id, created_at desc, id desc);
create index if not exists audit_log_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_reasons on audit_log using gin (reason gin_trgm_ops) where reason is not null;
