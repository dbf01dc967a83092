import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkspaceDomainsId = string;

/** Represents the table public.workspace_domains */
export default interface WorkspaceDomainsTable {
  id: ColumnType<WorkspaceDomainsId, WorkspaceDomainsId | undefined, WorkspaceDomainsId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  domain: ColumnType<string, string, string>;

  token: ColumnType<string, string, string>;

  added_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  verified_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  missing_since: ColumnType<Date | null, Date | string | null, Date | string | null>;

  lost_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  join_role: ColumnType<string | null, string | null, string | null>;
}

export type WorkspaceDomains = Selectable<WorkspaceDomainsTable>;

export type NewWorkspaceDomains = Insertable<WorkspaceDomainsTable>;

export type WorkspaceDomainsUpdate = Updateable<WorkspaceDomainsTable>;