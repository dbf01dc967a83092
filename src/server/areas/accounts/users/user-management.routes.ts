import { decideRequest, listWaiting } from '#server/areas/accounts/role-requests/role-requests.ts'
import { type StoppingDeps, stopForbidden } from '#server/areas/runs/executions/stop-runs.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { activateUser, assignableRoles, blockUser, changeRole, listBlocked, listUsers } from './manage.ts'
import { mayActOnUsers, mayListUsers } from './users.policy.ts'

type Names =
  | 'listUsers'
  | 'setUserRole'
  | 'listPendingUsers'
  | 'decideUser'
  | 'blockUser'
  | 'activateUser'
  | 'upgradeRole'
  | 'downgradeRole'
  | 'listAssignableRoles'
  | 'listBlockedUsers'

export const userManagementHandlers = ({ db, ...deps }: StoppingDeps & { db: Database }): Pick<Handlers, Names> => ({
  listUsers: ({ query }, { caller }) => listUsers(db, mayListUsers(caller), query),
  setUserRole: async ({ params, body }, { caller }) => {
    const changed = await changeRole(db, mayActOnUsers(caller), params.id, body.role, { reason: body.reason })
    await stopForbidden(db, deps, { user: params.id })
    return changed
  },
  listPendingUsers: ({ query }, { caller }) => listWaiting(db, mayListUsers(caller), query),
  decideUser: ({ params, body }, { caller }) => decideRequest(db, mayActOnUsers(caller), params.id, body),
  blockUser: async ({ params, body }, { caller }) => {
    const blocked = await blockUser(db, mayActOnUsers(caller), params.id, body)
    await stopForbidden(db, deps, { user: params.id })
    return blocked
  },
  activateUser: ({ params, body }, { caller }) => activateUser(db, mayActOnUsers(caller), params.id, body.reason),
  upgradeRole: ({ params, body }, { caller }) =>
    changeRole(db, mayActOnUsers(caller), params.id, body.new_role, { reason: body.reason, direction: 'up' }),
  downgradeRole: async ({ params, body }, { caller }) => {
    const change = { reason: body.reason, direction: 'down' } as const
    const changed = await changeRole(db, mayActOnUsers(caller), params.id, body.new_role, change)
    await stopForbidden(db, deps, { user: params.id })
    return changed
  },
  listAssignableRoles: ({ query }, { caller }) =>
    listPage({ assignable_roles: assignableRoles(mayActOnUsers(caller)) }, 'assignable_roles', query),
  listBlockedUsers: ({ query }, { caller }) => listBlocked(db, mayListUsers(caller), query),
})
