import type { UsersId } from './Users.ts';
import type { WorkspaceDomainsId } from './WorkspaceDomains.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkspaceSignOnsId = string;

/** Represents the table public.workspace_sign_ons */
export default interface WorkspaceSignOnsTable {
  id: ColumnType<WorkspaceSignOnsId, WorkspaceSignOnsId, WorkspaceSignOnsId>;

  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  domain_id: ColumnType<WorkspaceDomainsId, WorkspaceDomainsId, WorkspaceDomainsId>;

  issuer: ColumnType<string, string, string>;

  client_id: ColumnType<string, string, string>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  groups_claim: ColumnType<string, string, string>;

  roles: ColumnType<unknown, unknown | undefined, unknown>;

  default_role: ColumnType<string | null, string | null, string | null>;

  is_enforced: ColumnType<boolean, boolean | undefined, boolean>;

  last_sign_in_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type WorkspaceSignOns = Selectable<WorkspaceSignOnsTable>;

export type NewWorkspaceSignOns = Insertable<WorkspaceSignOnsTable>;

export type WorkspaceSignOnsUpdate = Updateable<WorkspaceSignOnsTable>;