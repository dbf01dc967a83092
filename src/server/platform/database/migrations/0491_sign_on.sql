-- Domains that a workspace has proven to be its own, and the provider its people sign in with (decision 0356).
create table workspace_domains (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain text not null check (length(domain) <= 253 and domain = lower(domain)),
  -- Part of the TXT record that proves it.
  token text not null,
  added_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Null: not proven yet, or no longer.
  verified_at timestamptz,
  -- When the record was last looked up and an answer came.
  checked_at timestamptz,
  -- A proven domain whose record is gone since.
  missing_since timestamptz,
  -- When it lost its right.
  lost_at timestamptz,
  unique (workspace_id, domain)
);
create unique index workspace_domains_proven on workspace_domains (domain) where verified_at is not null;
create index workspace_domains_added_by on workspace_domains (added_by);

create table workspace_sign_ons (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain_id uuid not null unique references workspace_domains (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- The client secret, under the vault's keys.
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  groups_claim text not null,
  -- A list of {group, role}; the first group that a person has decides.
  roles jsonb not null default '[]',
  -- For people in none of those groups; null: they are refused.
  default_role text check (default_role in ('owner', 'admin', 'builder', 'reviewer', 'member', 'billing')),
  is_enforced boolean not null default false,
  last_sign_in_at timestamptz,
  updated_at timestamptz not null default now()
);
create index workspace_sign_ons_workspace on workspace_sign_ons (workspace_id);

-- Which account a person of the provider has here: their address may change, the provider's id of them doesn't.
create table sign_on_people (
  sign_on_id uuid not null references workspace_sign_ons (id) on delete cascade,
  subject text not null check (length(subject) <= 255),
  user_id uuid not null references users (id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (sign_on_id, subject),
  unique (user_id, sign_on_id)
);

-- A role that came from the groups of the provider: it follows them.
alter table workspace_members add column by_groups boolean not null default false;

-- The sign-on that a session began with; null for every other way in.
alter table auth.session add column "signOn" text;
create index session_sign_on on auth.session ("signOn") where "signOn" is not null;

-- A sign-in under way may be with the provider of a workspace.
alter table auth.external_flows drop constraint external_flows_provider_check;
alter table auth.external_flows add constraint external_flows_provider_check
  check (provider in ('google', 'github', 'workspace'));
alter table auth.external_flows add column sign_on uuid;
