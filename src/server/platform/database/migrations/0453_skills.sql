-- Skills in the open SKILL.md format. A document names a revision, which never changes: what a published version uses stays as it is when
-- the skill is edited.
create table skills (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users,
  name text not null check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(name) <= 64),
  -- The number of its newest revision.
  revision int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index skills_name on skills (owner_id, name);

create table skill_revisions (
  id uuid primary key default uuidv7(),
  -- Null once the skill was deleted: a draft or a version still uses the revision.
  skill_id uuid references skills on delete set null,
  owner_id uuid not null references users,
  number int not null,
  name text not null,
  description text not null check (length(description) between 1 and 1024),
  license text,
  compatibility text,
  allowed_tools text,
  -- Texts by their keys.
  metadata jsonb not null,
  body text not null,
  -- Of its other files and of its texts.
  bytes int not null check (bytes >= 0),
  created_at timestamptz not null default now()
);
create unique index skill_revisions_number on skill_revisions (skill_id, number) where skill_id is not null;
create index skill_revisions_owner on skill_revisions (owner_id);

create table skill_files (
  revision_id uuid not null references skill_revisions on delete cascade,
  path text not null check (length(path) between 1 and 200),
  content bytea not null,
  is_text boolean not null,
  primary key (revision_id, path)
);
