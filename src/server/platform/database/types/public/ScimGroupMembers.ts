import type { ScimGroupsId } from './ScimGroups.ts';
import type { ScimUsersId } from './ScimUsers.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.scim_group_members */
export default interface ScimGroupMembersTable {
  group_id: ColumnType<ScimGroupsId, ScimGroupsId, ScimGroupsId>;

  scim_user_id: ColumnType<ScimUsersId, ScimUsersId, ScimUsersId>;
}

export type ScimGroupMembers = Selectable<ScimGroupMembersTable>;

export type NewScimGroupMembers = Insertable<ScimGroupMembersTable>;

export type ScimGroupMembersUpdate = Updateable<ScimGroupMembersTable>;