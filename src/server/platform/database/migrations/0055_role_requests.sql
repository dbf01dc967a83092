-- A person asks for a role; an admin decides. At most one request of a person is open.
create table role_requests (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('seller', 'creator_admin')),
  reason text not null check (length(reason) between 1 and 1000),
  status text not null default 'open' check (status in ('open', 'approved', 'rejected', 'withdrawn')),
  decided_by uuid references users on delete set null,
  decision_reason text check (length(decision_reason) <= 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create unique index role_requests_open on role_requests (user_id) where status = 'open';
create index role_requests_waiting on role_requests (created_at, id) where status = 'open';
create index role_requests_owner on role_requests (user_id, created_at desc);

-- Who did what to whom, and why. Rows outlive the people they name, and nothing changes them.
create table audit_log (
  id uuid primary key default uuidv7(),
  actor_id uuid not null,
  -- `noun.verb`, as the grants are named
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  target_id uuid,
  reason text,
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_newest on audit_log (created_at desc, id);
create index audit_log_target on audit_log (target_id, created_at desc);
create function keep_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only added to';
end $$;
create trigger audit_log_is_kept before update or delete on audit_log for each row execute function keep_audit_log();

-- what user management lists and looks for
create index users_newest on users (created_at desc, id);
create index users_blocked on users (updated_at desc, id) where status = 'blocked';
create index users_found on users using gin (display_name gin_trgm_ops, (email::text) gin_trgm_ops);
