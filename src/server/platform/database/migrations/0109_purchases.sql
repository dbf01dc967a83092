-- Agents bought for a month or for good. What was bought is a version: a buyer stays on it and takes a newer one when they like.
create table purchases (
  id uuid primary key default uuidv7(),
  buyer_id uuid not null references users,
  agent_id uuid not null references agents,
  agent_version_id uuid not null references agent_versions,
  kind text not null check (kind in ('month', 'once')),
  order_id uuid not null unique references orders,
  starts_at timestamptz not null,
  -- null: for good
  ends_at timestamptz check (ends_at > starts_at),
  -- its money went back
  revoked_at timestamptz,
  -- the buyer was told that it ends, and that it has ended
  told_ending_at timestamptz,
  told_ended_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'once') = (ends_at is null))
);
create index purchases_buyer on purchases (buyer_id, agent_id, starts_at desc);
create index purchases_ending on purchases (ends_at) where ends_at is not null and revoked_at is null;

-- Which kinds of notices there are is said in the contract, which every writer of one is checked against.
alter table notifications drop constraint if exists notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind ~ '^[a-z_]{1,40}$');
