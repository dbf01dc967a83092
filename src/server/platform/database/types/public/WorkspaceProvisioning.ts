import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.workspace_provisioning */
export default interface WorkspaceProvisioningTable {
  workspace_id: ColumnType<UsersId, UsersId, UsersId>;

  token_hash: ColumnType<unknown | null, unknown | null, unknown | null>;

  token_end: ColumnType<string | null, string | null, string | null>;

  made_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  made_at: ColumnType<Date, Date | string | undefined, Date | string>;

  last_used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  roles: ColumnType<unknown, unknown | undefined, unknown>;

  default_role: ColumnType<string, string | undefined, string>;

  removal_share: ColumnType<number, number | undefined, number>;

  stopped_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  allowed_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type WorkspaceProvisioning = Selectable<WorkspaceProvisioningTable>;

export type NewWorkspaceProvisioning = Insertable<WorkspaceProvisioningTable>;

export type WorkspaceProvisioningUpdate = Updateable<WorkspaceProvisioningTable>;