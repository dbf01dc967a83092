-- An admin sees Chowk as another person does, reads alone, for minutes and with a reason (decision 0277).
create table support_views (
  id uuid primary key default uuidv7(),
  -- null once the account of the admin is gone: that an admin looked stays in the person's list
  admin_id uuid references users on delete set null,
  -- any other role of the admin ends it
  admin_role text not null check (admin_role in ('admin', 'super_admin')),
  -- the session that began it: no other one of the admin goes on with it
  session_key text not null check (length(session_key) between 1 and 200),
  person_id uuid not null references users on delete cascade,
  reason text not null check (length(reason) between 1 and 1000),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > started_at),
  ended_at timestamptz,
  ended_because text check (ended_because in ('stopped', 'replaced', 'expired', 'signed_out', 'admin_changed', 'person_changed')),
  check ((ended_at is null) = (ended_because is null))
);
-- One at a time for each admin.
create unique index support_views_one_open on support_views (admin_id) where ended_at is null;
create index support_views_admin on support_views (admin_id) where admin_id is not null;
create index support_views_person on support_views (person_id, started_at desc, id desc);
