import type { UserId } from '#contract/core/primitives.ts'
import { mayActOnUsers, mayListUsers } from '#server/areas/accounts/users/users.policy.ts'
import type { RecordEvent } from '#server/platform/analytics/record.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { activateUser, assignableRoles, blockUser, changeRole, listBlocked, listUsers } from './manage.ts'
import { decideRequest, listWaiting } from './role-requests.ts'

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

interface Deps {
  db: Database
  record: RecordEvent
  /** Ends runs under way that this account may no longer run. */
  stopRunsOf(user: UserId): Promise<void>
}

export const userManagementHandlers = ({ db, record, stopRunsOf }: Deps): Pick<Handlers, Names> => ({
  listUsers: ({ query }, { caller }) => listUsers(db, mayListUsers(caller), query),
  setUserRole: async ({ params, body }, { caller }) => {
    const changed = await changeRole(db, mayActOnUsers(caller), params.id, body.role, { record, reason: body.reason })
    await stopRunsOf(params.id)
    return changed
  },
  listPendingUsers: ({ query }, { caller }) => listWaiting(db, mayListUsers(caller), query),
  decideUser: ({ params, body }, { caller }) => decideRequest({ db, record }, mayActOnUsers(caller), params.id, body),
  blockUser: async ({ params, body }, { caller }) => {
    const blocked = await blockUser(db, mayActOnUsers(caller), params.id, body)
    await stopRunsOf(params.id)
    return blocked
  },
  activateUser: ({ params, body }, { caller }) => activateUser(db, mayActOnUsers(caller), params.id, body.reason),
  upgradeRole: ({ params, body }, { caller }) =>
    changeRole(db, mayActOnUsers(caller), params.id, body.new_role, { record, reason: body.reason, direction: 'up' }),
  downgradeRole: async ({ params, body }, { caller }) => {
    const change = { record, reason: body.reason, direction: 'down' } as const
    const changed = await changeRole(db, mayActOnUsers(caller), params.id, body.new_role, change)
    await stopRunsOf(params.id)
    return changed
  },
  listAssignableRoles: ({ query }, { caller }) =>
    listPage({ assignable_roles: assignableRoles(mayActOnUsers(caller)) }, 'assignable_roles', query),
  listBlockedUsers: ({ query }, { caller }) => listBlocked(db, mayListUsers(caller), query),
})
