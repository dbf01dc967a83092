-- Whether people with a confirmed address of a proven domain may join its workspace, and as what (decision 0361); null: they may not.
alter table workspace_domains add column join_role text
  check (join_role in ('member', 'billing'));
