-- Services of one's own workflows, without the marketplace: a private agent has the versions that its workflow's owner published.
alter table agents drop constraint agents_status_check;
alter table agents add constraint agents_status_check
  check (status in ('draft', 'in_review', 'published', 'deprecated', 'suspended', 'archived', 'rejected', 'private'));
-- The workflow whose publications a private agent follows.
alter table agents add column follows_workflow_id uuid references workflows on delete set null;
create unique index agents_follows_workflow on agents (follows_workflow_id);
alter table agents add constraint agents_private_check check (follows_workflow_id is null or status in ('private', 'archived'));
