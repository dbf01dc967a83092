-- A link that lets its holder, who signs in nowhere, answer one approval that a run waits for.
create table approval_links (
  id uuid primary key default uuidv7(),
  execution_id uuid not null,
  wait_id uuid not null references execution_waits (id) on delete cascade,
  -- Whose run it is, and who of them made the link: they have to be allowed to answer when it is used, too.
  owner_id uuid not null references users (id) on delete cascade,
  made_by uuid not null references users (id) on delete cascade,
  -- The address it was mailed to, or the name of who it is for.
  recipient text not null check (length(recipient) between 1 and 254),
  is_mailed boolean not null,
  -- Of the token in the link.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index approval_links_wait on approval_links (wait_id);
create index approval_links_run on approval_links (execution_id);
create index approval_links_owner on approval_links (owner_id);
create index approval_links_maker on approval_links (made_by);
