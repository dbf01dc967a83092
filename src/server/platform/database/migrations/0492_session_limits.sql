-- How long members of a workspace may act in one session, and how long they may do nothing (decision 0356). Null: no limit.
alter table workspaces add column session_hours integer check (session_hours between 1 and 720);
alter table workspaces add column idle_minutes integer check (idle_minutes between 5 and 1440);

-- When something was last done in a workspace in a session; kept for workspaces with a limit alone.
create table workspace_activity (
  session_id text not null references auth.session (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  acted_at timestamptz not null,
  primary key (session_id, workspace_id)
);
create index workspace_activity_workspace on workspace_activity (workspace_id);
