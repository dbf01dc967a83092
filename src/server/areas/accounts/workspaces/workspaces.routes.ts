import type { workspaceEndpoints } from '#contract/accounts/workspaces.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import {
  acceptInvitation,
  invite,
  lookAtInvitation,
  type WorkspaceInvitationDeps,
  withdrawInvitation,
} from './invitations.ts'
import { readSessionLimits, saveSessionLimits } from './session-limits.ts'
import { mayUseWorkspaces } from './workspaces.policy.ts'
import * as workspaces from './workspaces.ts'

export const workspaceHandlers = (
  deps: WorkspaceInvitationDeps & { keepsAccounts: boolean },
): Pick<Handlers, Exclude<keyof typeof workspaceEndpoints, 'getWorkspaceDeletion' | 'deleteWorkspace'>> => ({
  listWorkspaces: ({ query }, { caller }) => workspaces.listWorkspaces(deps.db, mayUseWorkspaces(caller), query),
  createWorkspace: ({ body }, { caller }) => workspaces.createWorkspace(deps.db, mayUseWorkspaces(caller), body),
  updateWorkspace: ({ params, body }, { caller }) =>
    workspaces.updateWorkspace(deps.db, mayUseWorkspaces(caller), params.id, body),
  listWorkspacePeople: ({ params }, { caller }) => workspaces.listPeople(deps.db, mayUseWorkspaces(caller), params.id),
  setWorkspaceRole: ({ params: { id, user_id }, body }, { caller }) =>
    workspaces.setMemberRole(deps.db, mayUseWorkspaces(caller), { id, person: user_id, role: body.role }),
  removeWorkspaceMember: async ({ params }, { caller }) => {
    await workspaces.removeMember(deps.db, mayUseWorkspaces(caller), params.id, params.user_id)
    return { removed: true }
  },
  inviteToWorkspace: ({ params, body }, { caller }) => invite(deps, mayUseWorkspaces(caller), { ...params, ...body }),
  withdrawWorkspaceInvite: async ({ params }, { caller }) => {
    await withdrawInvitation(deps.db, mayUseWorkspaces(caller), params.id, params.invitation_id)
    return { withdrawn: true }
  },
  getSessionLimits: ({ params }, { caller }) => readSessionLimits(deps.db, mayUseWorkspaces(caller), params.id),
  saveSessionLimits: ({ params, body }, { caller }) =>
    saveSessionLimits(deps, mayUseWorkspaces(caller), params.id, body),
  getWorkspaceInvitation: ({ params }) => lookAtInvitation(deps.db, params.token),
  acceptWorkspaceInvitation: ({ params }, { caller }) => acceptInvitation(deps, mayUseWorkspaces(caller), params.token),
})
