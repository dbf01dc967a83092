-- Sign-ins with Google or GitHub that are under way. A row is bound to the browser and the provider it was begun with, and is
-- taken away by the first answer.
create table auth.external_flows (
  state_hash bytea primary key,
  provider text not null check (provider in ('google', 'github')),
  -- a hash of the cookie of the browser that began
  browser_hash bytea not null,
  -- whom to connect; null signs in
  user_id text references auth."user" (id) on delete cascade,
  verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
create index external_flows_expiry on auth.external_flows (expires_at);
