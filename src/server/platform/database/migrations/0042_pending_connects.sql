-- Connecting an account of another service (Gmail) as a credential: asked for by a user, answered once on the callback page.
create table pending_connects (
  state_hash bytea primary key,
  service text not null check (service in ('gmail')),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index pending_connects_user on pending_connects (user_id);
