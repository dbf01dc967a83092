import { mayIn, permissionsIn } from '#contract/accounts/workspace-values.ts'
import type { Workspace, WorkspaceInvitation, WorkspaceMember } from '#contract/accounts/workspaces.ts'
import type { InvitationRow, MemberRow, WorkspaceRow } from './workspaces.store.ts'

export const presentWorkspace = ({ members_export, ...row }: WorkspaceRow): Workspace => ({
  ...row,
  may_export: members_export || mayIn(row.role, 'manage'),
  permissions: permissionsIn(row.account_role, row.role),
  created_at: row.created_at.toISOString(),
})

export const presentMember = (row: MemberRow): WorkspaceMember => ({
  ...row,
  joined_at: row.joined_at.toISOString(),
})

export const presentInvitation = ({ created_at, expires_at, ...row }: InvitationRow): WorkspaceInvitation => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})
