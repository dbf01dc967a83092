-- What a person is told. One row a notice; repeated ones of one cause (`group_key`) are counted in the unread row instead of
-- written again.
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('approval', 'run_failed', 'role_request', 'role_decided', 'sale')),
  title text not null check (length(title) between 1 and 200),
  message text not null default '' check (length(message) <= 500),
  -- a place in the product, never another site
  href text not null check (href ~ '^/([^/\\]|$)' and length(href) <= 500),
  group_key text check (length(group_key) <= 200),
  count int not null default 1 check (count >= 1),
  -- the owner's change that wrote the row last: what a live reader resumes by
  seq int not null,
  created_at timestamptz not null default now(),
  -- when it last happened
  happened_at timestamptz not null default now(),
  read_at timestamptz,
  -- to be mailed as well, unless it is read first
  mail_due boolean not null default false
);
create index notifications_mail_due on notifications (happened_at) where mail_due;
create index notifications_owner on notifications (user_id, seq desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create unique index notifications_group on notifications (group_key, user_id) where read_at is null and group_key is not null;

-- Numbers the changes of one person's notices. Its row is locked until the change commits, so a reader that has seen 7 never
-- misses 6.
create table notification_heads (
  user_id uuid primary key references users on delete cascade,
  seq int not null default 0
);

-- What the engine leaves behind for notices: appended in the transaction that makes it true, so none is lost, and to a table
-- nobody else locks, so nobody waits. A sweep makes notices of it. A run that succeeds pays for one comparison.
create table notice_causes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('run_failed', 'wait_opened', 'wait_closed')),
  execution_id uuid not null,
  wait_id uuid,
  created_at timestamptz not null default now()
);

create function leave_failure() returns trigger language plpgsql as $$
begin
  insert into notice_causes (kind, execution_id) values ('run_failed', new.id);
  return null;
end $$;
create trigger executions_inserted_failed after insert on executions for each row
  when (new.status = 'failed' and new.owner_id is not null and new.parent_id is null)
  execute function leave_failure();
create trigger executions_failed after update of status on executions for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.owner_id is not null and new.parent_id is null)
  execute function leave_failure();

create function leave_wait() returns trigger language plpgsql as $$
begin
  insert into notice_causes (kind, execution_id, wait_id)
  values (case when new.resolved_at is null then 'wait_opened' else 'wait_closed' end, new.execution_id, new.id);
  return null;
end $$;
create trigger execution_waits_opened after insert on execution_waits for each row
  when (new.wait ->> 'type' in ('approval', 'form')) execute function leave_wait();
-- a node that waits again, or an answer
create trigger execution_waits_changed after update on execution_waits for each row
  when (new.wait ->> 'type' in ('approval', 'form') and (new.id <> old.id or (new.resolved_at is null) <> (old.resolved_at is null)))
  execute function leave_wait();
