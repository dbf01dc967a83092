-- A workspace is an account that several people act for: what it owns hangs on its row in `users`, as what a person owns does
-- (decision 0350). Nobody signs in as it.
alter table users add column kind text not null default 'person' check (kind in ('person', 'workspace'));

create table workspaces (
  id uuid primary key references users (id) on delete cascade,
  -- Names it in addresses.
  slug text not null unique check (length(slug) <= 40 and slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$'),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index workspaces_created_by on workspaces (created_by);

create table workspace_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'builder', 'reviewer', 'member', 'billing')),
  joined_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_of_person on workspace_members (user_id);

-- A row is deleted when it is accepted or withdrawn.
create table workspace_invitations (
  id uuid primary key default uuidv7(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email citext not null check (length(email::text) <= 254),
  role text not null check (role in ('owner', 'admin', 'builder', 'reviewer', 'member', 'billing')),
  -- Of the token in the mailed link.
  token_hash bytea not null unique,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (email, workspace_id)
);
create index workspace_invitations_of on workspace_invitations (workspace_id);
create index workspace_invitations_by on workspace_invitations (invited_by);

-- Keys of a workspace end with the membership of who made them.
alter table api_keys add column made_by uuid references users (id) on delete set null;
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

-- The member of the workspace who started it.
alter table executions add column started_by uuid;
create index executions_started_by on executions (started_by) where started_by is not null;
