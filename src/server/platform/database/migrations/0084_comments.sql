-- What people who work on a workflow say of it: at a node, at a point of the canvas, or of the whole. They belong to the workflow,
-- not to a version of it, so they survive every publication and every way back.
create table workflow_comments (
  id uuid primary key default uuidv7(),
  workflow_id uuid not null references workflows on delete cascade,
  -- the comment it answers; those have none themselves
  parent_id uuid references workflow_comments on delete cascade,
  -- null for an account that is gone, or a comment that was deleted while others had answered it
  author_id uuid references users,
  text text not null check (length(text) <= 4000),
  -- ids of people named in it
  mentions jsonb not null default '[]',
  -- follows the node when it is renamed; stays when the node goes, which may come back
  node_id text check (length(node_id) <= 64),
  node_title text check (length(node_title) <= 120),
  x double precision,
  y double precision,
  resolved_by uuid references users,
  resolved_at timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  check ((x is null) = (y is null)),
  check (node_id is null or x is null),
  check (parent_id is null or (node_id is null and x is null and resolved_at is null))
);
create index workflow_comments_workflow on workflow_comments (workflow_id, created_at);
create index workflow_comments_parent on workflow_comments (parent_id) where parent_id is not null;
create index workflow_comments_author on workflow_comments (author_id);
create trigger workflow_comments_told after insert or update or delete on workflow_comments for each row
  execute function tell_workflow();
