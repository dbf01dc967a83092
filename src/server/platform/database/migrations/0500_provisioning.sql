-- Directories of workspaces that keep their members up to date by SCIM (decision 0361).
create table workspace_provisioning (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  -- Null: no directory may ask.
  token_hash bytea unique check (length(token_hash) = 32),
  token_end text check (length(token_end) = 4),
  made_by uuid references users (id) on delete set null,
  made_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- A list of {group, role}; the first group that a person has decides.
  roles jsonb not null default '[]',
  default_role text not null default 'member'
    check (default_role in ('owner', 'admin', 'builder', 'reviewer', 'member', 'billing')),
  -- More people than this share of the members, in percent, are not removed within an hour; 100: however many.
  removal_share integer not null default 25 check (removal_share between 1 and 100),
  -- When a removal was last stopped, and until when an owner lets them through.
  stopped_at timestamptz,
  allowed_until timestamptz
);
create index workspace_provisioning_made_by on workspace_provisioning (made_by);

-- People as a directory tells of them. The account is there once they are first active.
create table scim_users (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  user_name text not null check (length(user_name) <= 200),
  external_id text check (length(external_id) <= 200),
  email text not null check (length(email) <= 254 and email = lower(email)),
  given_name text check (length(given_name) <= 200),
  family_name text check (length(family_name) <= 200),
  display_name text check (length(display_name) <= 200),
  active boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (workspace_id, user_id)
);
create unique index scim_users_name on scim_users (workspace_id, lower(user_name));
create unique index scim_users_email on scim_users (workspace_id, email);
create unique index scim_users_external on scim_users (workspace_id, external_id);
create index scim_users_user on scim_users (user_id);

create table scim_groups (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  display_name text not null check (length(display_name) <= 200),
  external_id text check (length(external_id) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_groups_name on scim_groups (workspace_id, lower(display_name));

create table scim_group_members (
  group_id uuid not null references scim_groups (id) on delete cascade,
  scim_user_id uuid not null references scim_users (id) on delete cascade,
  primary key (group_id, scim_user_id)
);
create index scim_group_members_user on scim_group_members (scim_user_id);

-- What directories asked last: changes, and whatever was refused.
create table scim_requests (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  at timestamptz not null default now(),
  method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  -- Below /scim/v2, without a query.
  path text not null check (length(path) <= 100),
  status integer not null,
  -- Why it was refused.
  problem text check (length(problem) <= 500)
);
create index scim_requests_workspace on scim_requests (workspace_id, id);

-- People who were members until a person or a directory removed them: they don't come back without being let in again.
create table workspace_removals (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  removed_at timestamptz not null default now(),
  by_directory boolean not null,
  primary key (workspace_id, user_id)
);
create index workspace_removals_user on workspace_removals (user_id);
